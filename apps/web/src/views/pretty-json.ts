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
  for (const token of tokensOf(text)) {
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

/** Strings, brackets, and what is between them. A string is walked: a pattern that repeats a group fails at some megabytes. */
function* tokensOf(text: string): Iterable<string> {
  const start = /"|[{}[\],:]|[^\s"{}[\],:][^\s"{}[\],:]*/g;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    if (found[0] !== '"') {
      yield found[0];
      continue;
    }
    let end = found.index + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    yield text.slice(found.index, end + 1);
    start.lastIndex = end + 1;
  }
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
