import { isEscaped } from './most-keys.ts';

/** How many keys a valid JSON text has, those that occur twice too: `keysIn('{"a":1,"a":2}') === 2`. It goes from quote to quote. */
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
