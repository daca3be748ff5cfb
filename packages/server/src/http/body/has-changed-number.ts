import type { Json } from '@toolthread/core/json';

/** `hasChangedNumber(JSON.parse(text), exactJson(text))`: somewhere a number is kept as the text of its digits. */
export function hasChangedNumber(plain: Json, exact: Json): boolean {
  if (typeof plain === 'number') return typeof exact === 'string';
  if (typeof plain !== 'object' || plain === null || typeof exact !== 'object' || exact === null) return false;
  const own = Object.values(plain);
  const kept = Object.values(exact);
  return own.some((value, n) => hasChangedNumber(value, kept[n] ?? null));
}
