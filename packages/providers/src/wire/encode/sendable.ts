import { isList } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** Deeper than any real value, and no problem for any JSON parser. */
const MAX_DEPTH = 100;

/**
 * A value that every provider can parse: well-formed text only, at most 100 deep; `undefined` if it is deeper. The very same
 * value if nothing is wrong with it.
 *
 * `sendable({ path: 'a.ts' })`
 */
export function sendable(value: Json): Json | undefined {
  return checked(value, 0);
}

function checked(value: Json, depth: number): Json | undefined {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return undefined;
  if (isList(value)) {
    const items: Json[] = [];
    let same = true;
    for (const item of value) {
      const next = checked(item, depth + 1);
      if (next === undefined) return undefined;
      same &&= next === item;
      items.push(next);
    }
    return same ? value : items;
  }
  const entries: [string, Json][] = [];
  let same = true;
  for (const [key, item] of Object.entries(value)) {
    const next = checked(item, depth + 1);
    if (next === undefined) return undefined;
    const name = key.toWellFormed();
    same &&= next === item && name === key;
    entries.push([name, next]);
  }
  return same ? value : Object.fromEntries(entries);
}
