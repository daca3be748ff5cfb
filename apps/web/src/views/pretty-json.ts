/**
 * JSON with each member on a line of its own; undefined for a text that is no object and no list. Only space is added: no digit of a number, no
 * key that is there twice and no escape changes.
 *
 * `prettyJson('{"a":[1]}')`
 */
export function prettyJson(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text) || !isJson(text)) return undefined;
  let out = '';
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(Math.min(depth, DEEPEST))}`;
  // A string, a bracket, or what is between them.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      out += token + line();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      out = /[{[]\s*$/.test(out.slice(-2 * DEEPEST - 2)) ? out.trimEnd() + token : out + line() + token;
    } else if (token === ',') out += `,${line()}`;
    else out += token === ':' ? ': ' : token;
  }
  return out;
}

/** Deeper, nobody counts the columns any more, and they would be most of the text. */
const DEEPEST = 40;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
