import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COLON, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './growing/read-from.ts';

/**
 * A key that occurs twice in one object of a valid JSON text. `JSON.parse` takes the last one and says nothing; another reader on the
 * way may take the first. Keys in `reserved` are found where they occur once.
 *
 * @example
 * repeatedKey('{"a":1,"a":2}'); //=> 'a'
 */
export function repeatedKey(json: string, reserved: readonly string[] = []): string | undefined {
  for (const found of keysOf(json, reserved)) if (found?.isRepeated === true) return found.key;
  return undefined;
}

/** Reading this many characters takes a few milliseconds. */
export const TURN_CHARACTERS = 50_000;

/**
 * Every key of a JSON text, in its order, and whether its object has had it before: for whoever looks at a long text in turns. Undefined comes
 * at the latest after 50,000 characters, keys or none: a turn for others. Throws if a key is no JSON.
 *
 * @example
 * Array.from(keysOf('{"a":{"b":1}}'), (found) => found?.key); //=> ['a', 'b']
 */
export function* keysOf(
  json: string,
  reserved: readonly string[] = [],
): Generator<{ readonly key: string; readonly isRepeated: boolean } | undefined> {
  /** The keys so far of every object that is open here; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  /** Where the last string begins and ends. */
  let start: number | undefined;
  let end = 0;
  let turn = TURN_CHARACTERS;
  for (let i = 0; i < json.length; i += 1) {
    if (i >= turn) {
      yield undefined;
      turn = i + TURN_CHARACTERS;
    }
    const sign = json.charCodeAt(i);
    const keys = open.at(-1);
    if (sign === OPEN_OBJECT) open.push(new Set(reserved));
    else if (sign === OPEN_ARRAY) open.push(undefined);
    else if (sign === CLOSE_OBJECT || sign === CLOSE_ARRAY) open.pop();
    else if (sign === COLON && start !== undefined && keys !== undefined) {
      const key: string = JSON.parse(json.slice(start, end + 1));
      yield { key, isRepeated: keys.has(key) };
      keys.add(key);
    }
    if (sign !== QUOTE) continue;
    start = i;
    end = stringEnd(json, i + 1, turn);
    while (end < json.length && json.charCodeAt(end) !== QUOTE) {
      yield undefined;
      turn = end + TURN_CHARACTERS;
      end = stringEnd(json, end, turn);
    }
    i = end;
  }
}

/**
 * A key that two readers may understand in two ways: one that occurs twice, or `__proto__`. Whoever approves such arguments may not
 * see what would run.
 *
 * @example
 * doubtfulKey('{"a":1,"\\u0061":2}'); //=> 'a'
 */
export function doubtfulKey(json: string): string | undefined {
  return repeatedKey(json, ['__proto__']);
}

/** From inside a string: where it ends, at the first quote that no backslash takes the meaning from, or from where on to look further. */
export function stringEnd(json: string, from: number, to: number): number {
  const limit = Math.min(to, json.length);
  let end = from;
  for (let code = json.charCodeAt(end); end < limit && code !== QUOTE; code = json.charCodeAt(end)) {
    end += code === BACKSLASH ? 2 : 1;
  }
  return end;
}
