/** How many keys a valid JSON text has, those that occur twice too: `keysIn('{"a":1,"a":2}') === 2`. It runs for every record, so it goes from quote to quote. */
export function keysIn(json: string): number {
  let keys = 0;
  for (let open = json.indexOf('"'); open !== -1;) {
    let close = json.indexOf('"', open + 1);
    while (close !== -1 && isEscaped(json, close)) close = json.indexOf('"', close + 1);
    if (close === -1) return keys;
    let next = close + 1;
    while (json.charCodeAt(next) <= SPACE) next += 1;
    if (json.charCodeAt(next) === COLON) keys += 1;
    open = json.indexOf('"', next);
  }
  return keys;
}

const SPACE = 0x20;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** By an odd number of signs before it. */
function isEscaped(json: string, at: number): boolean {
  let from = at;
  while (json.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (at - from) % 2 === 1;
}
