import type { FoundPlace } from '@toolthread/server/answers';
import { goTo, pathOf } from '../page/use-route.ts';

export interface PlaceToShow extends Pick<FoundPlace, 'place' | 'version'> {
  /** They are marked there. */
  readonly words: readonly string[];
}

/** All places of a thread that have these phrases: whoever opens it steps through them. */
export interface WordsToFind {
  readonly find: readonly string[];
}

/** `placeAddress('t1', { place: '12', words: ['parser'] })` ends with `/t/t1#at=12&words=parser`: whoever opens it is led to that item. */
export function placeAddress(thread: string, to: PlaceToShow | WordsToFind): string {
  const named = new URLSearchParams();
  if ('find' in to) {
    for (const phrase of to.find) named.append('find', phrase);
    return `${pathOf(thread)}#${named.toString()}`;
  }
  const { place, version, words } = to;
  if (version !== undefined) named.set('version', String(version));
  if (place !== null) named.set('at', place);
  if (place !== null) for (const word of words) named.append('words', word);
  return named.size === 0 ? pathOf(thread) : `${pathOf(thread)}#${named.toString()}`;
}

export function showPlace(thread: string, place: PlaceToShow | WordsToFind): void {
  history.pushState(null, '', placeAddress(thread, place));
  goTo(thread);
}
