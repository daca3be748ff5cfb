/** So much is composed at once: a normalizer copies what it is given, letters of one byte as such of two. */
const PIECE = 64 * 1024;
/** Without one of these a text is composed. */
const BEYOND_LATIN = /[^\0-\xff]/;
/** Before such a letter a text can be cut: none of them is ever put together with what is before it. */
const BEGINS_ANEW = /[\0-\u02ff\u4e00-\u9fff]/g;

/** `text.normalize('NFC')`, for a text that may be long: without a copy of it if it is composed already. */
export function composed(text: string): string {
  if (!BEYOND_LATIN.test(text)) return text;
  let same = 0;
  let changed: string[] | undefined;
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = nextCut(text, from + PIECE);
    const piece = text.slice(from, to);
    const whole = piece.normalize('NFC');
    if (changed === undefined && whole === piece) same = to;
    else (changed ??= [text.slice(0, same)]).push(whole);
  }
  return changed?.join('') ?? text;
}

function nextCut(text: string, from: number): number {
  BEGINS_ANEW.lastIndex = from;
  return BEGINS_ANEW.exec(text)?.index ?? text.length;
}
