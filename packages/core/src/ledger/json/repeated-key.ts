import { BACKSLASH, QUOTE } from './read-from.ts';

/**
 * A key that stands twice in one object of a valid JSON text. `JSON.parse` takes the last one and says nothing; another reader on the
 * way may take the first. Keys in `reserved` are found where they stand once.
 *
 * @example
 * repeatedKey('{"a":1,"a":2}'); //=> 'a'
 */
export function repeatedKey(json: string, reserved: readonly string[] = []): string | undefined {
  for (const { key, isRepeated } of keysOf(json, reserved)) if (isRepeated) return key;
  return undefined;
}

/**
 * Every key of a JSON text, in its order, and whether its object has had it before: for whoever looks at a long text in turns. Throws where a key is no JSON.
 *
 * @example
 * Array.from(keysOf('{"a":{"b":1}}'), ({ key }) => key); //=> ['a', 'b']
 */
export function* keysOf(
  json: string,
  reserved: readonly string[] = [],
): Generator<{ readonly key: string; readonly isRepeated: boolean }> {
  /** The keys so far of every object that is open here; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  for (let i = 0; i < json.length; i += 1) {
    const sign = json[i];
    if (sign === '{') open.push(new Set(reserved));
    else if (sign === '[') open.push(undefined);
    else if (sign === '}' || sign === ']') open.pop();
    if (sign !== '"') continue;
    const end = stringEnd(json, i);
    const keys = open.at(-1);
    if (keys !== undefined && isBeforeColon(json, end)) {
      const key: string = JSON.parse(json.slice(i, end + 1));
      yield { key, isRepeated: keys.has(key) };
      keys.add(key);
    }
    i = end;
  }
}

/**
 * A key that two readers may understand in two ways: one that stands twice, or `__proto__`. Whoever approves such arguments may not
 * see what would run.
 *
 * @example
 * doubtfulKey('{"a":1,"\\u0061":2}'); //=> 'a'
 */
export function doubtfulKey(json: string): string | undefined {
  return repeatedKey(json, ['__proto__']);
}

/** Where the string that begins at `start` ends: at the first quote that no backslash takes the meaning from. */
function stringEnd(json: string, start: number): number {
  let end = start + 1;
  for (let code = json.charCodeAt(end); end < json.length && code !== QUOTE; code = json.charCodeAt(end)) {
    end += code === BACKSLASH ? 2 : 1;
  }
  return end;
}

function isBeforeColon(json: string, end: number): boolean {
  let next = end + 1;
  while (/\s/.test(json[next] ?? '')) next += 1;
  return json[next] === ':';
}
