import type { Json } from '@toolthread/core/json';

/** The value, if it is JSON and not nested too deeply. */
export function checkedJson(value: unknown): Json | undefined {
  return isJson(value, MAX_DEPTH) ? value : undefined;
}

const MAX_DEPTH = 100;

function isJson(value: unknown, depth: number): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === 0) return false;
  return Object.values(value).every((item) => isJson(item, depth - 1));
}
