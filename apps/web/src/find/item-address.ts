import { pathOf } from '../page/use-route.ts';

/** `itemAddress('t1', '12')` ends with `/t/t1#at=12`: whoever opens it is led to that item. */
export function itemAddress(thread: string, key: string): string {
  return `${location.origin}${pathOf(thread)}#${new URLSearchParams({ at: key }).toString()}`;
}

/** The item or entry that the address names. */
export function keyInAddress(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('at') ?? undefined;
}
