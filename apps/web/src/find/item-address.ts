import { pathOf } from '../page/use-route.ts';

/** `itemAddress('t1', '12')` ends with `/t/t1#at=12`: whoever opens it is led to that item. */
export function itemAddress(thread: string, key: string): string {
  return `${location.origin}${pathOf(thread)}#${new URLSearchParams({ at: key }).toString()}`;
}

/** The item or entry that the address names, and the words there that somebody looked for. */
export function placeInAddress(hash: string): NamedPlace | undefined {
  const named = new URLSearchParams(hash.replace(/^#/, ''));
  const key = named.get('at');
  return key === null ? undefined : { key, phrases: named.getAll('words') };
}

/** `soughtInAddress('#find=the+parser&find=slow')` is `['the parser', 'slow']`: all places that have both are stepped through. */
export function soughtInAddress(hash: string): readonly string[] {
  return new URLSearchParams(hash.replace(/^#/, '')).getAll('find').filter((phrase) => phrase.trim() !== '');
}

export interface NamedPlace {
  readonly key: string;
  readonly phrases: readonly string[];
}
