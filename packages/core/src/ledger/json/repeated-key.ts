/**
 * A key that stands twice in one object of a valid JSON text. `JSON.parse` takes the last one and says nothing; another reader on the
 * way may take the first. Keys in `reserved` are found where they stand once.
 *
 * @example
 * repeatedKey('{"a":1,"a":2}'); //=> 'a'
 */
export function repeatedKey(json: string, reserved: readonly string[] = []): string | undefined {
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
      if (keys.has(key)) return key;
      keys.add(key);
    }
    i = end;
  }
  return undefined;
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
  while (end < json.length && json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end;
}

function isBeforeColon(json: string, end: number): boolean {
  let next = end + 1;
  while (/\s/.test(json[next] ?? '')) next += 1;
  return json[next] === ':';
}
