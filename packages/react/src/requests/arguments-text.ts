import { isFields, listOf, plainJson } from '@toolthread/core/json';

/**
 * Arguments as the JSON text that a card shows: a text as it is, an object as its JSON. Undefined if JSON would not say all of them, and so
 * somebody would allow what is not seen: `argumentsText({ at: new Date() })`
 */
export function argumentsText(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  const written = isFields(given) ? plainJson(given) : undefined;
  return written !== undefined && isSame(given, written) ? JSON.stringify(written) : undefined;
}

/** What was written says all that is there. `written` is plain and not deep. */
function isSame(given: unknown, written: unknown): boolean {
  if (Array.isArray(written)) {
    const [items, copies] = [listOf(given), listOf(written)];
    return (
      Array.isArray(given) && items.length === copies.length && copies.every((each, at) => isSame(items[at], each))
    );
  }
  if (!isFields(written)) return Object.is(given, written);
  if (!isFields(given) || !isPlain(given)) return false;
  // JSON has no word for what is nothing, and nobody can tell it from what is not there.
  const keys = Object.keys(given).filter((key) => given[key] !== undefined);
  return keys.length === Object.keys(written).length && keys.every((key) => isSame(given[key], written[key]));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
