import { plainError } from '../ledger/json/plain-error.ts';

/**
 * A value as one text: a string as it is; anything else as JSON with sorted keys, `, ` and `: ` between, and non-ASCII kept;
 * an error as its message, a bigint as its digits, and a word in the place of a circle; what JSON cannot say at all, as `String` says it.
 *
 * Contract: never throws, and never recurses: arguments and results are hostile, and may be deep or circular.
 */

/** Values that nest deeper are not JSON that anybody reads; it also ends what makes itself up without end. */
const DEPTH_LIMIT = 100_000;

interface Frame {
  readonly value: object;
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined;
  readonly values: readonly unknown[];
  next: number;
}

/** `compactText({ b: [1, 'é'], a: null }) === '{"a": null, "b": [1, "é"]}'`; it may stop once it is longer than `enough`. */
export function compactText(value: unknown, enough: number = Infinity): string {
  if (typeof value === 'string') return value;
  try {
    const root = plainError(value);
    return typeof root === 'string' ? root : (jsonText(root, enough) ?? String(value));
  } catch {
    return `[${typeof value}]`;
  }
}

/** Undefined if JSON cannot say it at all: a function, a symbol. */
function jsonText(root: unknown, enough: number): string | undefined {
  const open: Frame[] = [];
  const path = new Set<object>();
  let text = '';
  let value = plain(root);
  if (isOmitted(value)) return undefined;
  for (;;) {
    if (typeof value === 'object' && value !== null && path.has(value)) value = '[circular]';
    if (typeof value === 'object' && value !== null && open.length === DEPTH_LIMIT) value = '[too deep]';
    if (typeof value === 'object' && value !== null) {
      path.add(value);
      open.push(frameOf(value));
      text += Array.isArray(value) ? '[' : '{';
    } else text += scalarText(value);

    let frame = open.at(-1);
    while (frame !== undefined && frame.next === frame.values.length) {
      text += frame.keys === undefined ? ']' : '}';
      path.delete(frame.value);
      open.pop();
      frame = open.at(-1);
    }
    if (frame === undefined || text.length > enough) return text;
    if (frame.next > 0) text += ', ';
    if (frame.keys !== undefined) text += `${JSON.stringify(frame.keys[frame.next])}: `;
    value = frame.keys === undefined ? plain(frame.values[frame.next]) : frame.values[frame.next];
    frame.next += 1;
  }
}

function frameOf(value: object): Frame {
  if (Array.isArray(value)) return { value, keys: undefined, values: value, next: 0 };
  const members = Object.keys(value)
    .sort()
    .map((key): [string, unknown] => [key, plain(Reflect.get(value, key))])
    .filter(([, member]) => !isOmitted(member));
  return { value, keys: members.map(([key]) => key), values: members.map(([, member]) => member), next: 0 };
}

/** A date and its like say themselves what they are in JSON. */
function plain(given: unknown): unknown {
  const value = plainError(given);
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  return typeof value.toJSON === 'function' ? (value.toJSON() satisfies unknown) : value;
}

function isOmitted(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

function scalarText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  // JSON has no word for NaN and the infinities, and `null` would be a lie.
  return isOmitted(value) ? 'null' : String(value);
}
