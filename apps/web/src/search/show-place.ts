import { goTo, pathOf } from '../page/use-route.ts';

/** `placeAddress('t1', '12')` ends with `/t/t1#at=12`: whoever opens it is led to that item. */
export function placeAddress(thread: string, place: string | null): string {
  return place === null ? pathOf(thread) : `${pathOf(thread)}#${new URLSearchParams({ at: place })}`;
}

export function showPlace(thread: string, place: string | null): void {
  history.pushState(null, '', placeAddress(thread, place));
  goTo(thread);
}
