/** What a model streams in one reply, in nobody's words: each wire format says it in its own. */
export interface Reply {
  readonly thought: readonly string[];
  readonly words: readonly string[];
  readonly calls: readonly { readonly id: string; readonly name: string; readonly pieces: readonly string[] }[];
}

const WORDS = 'The parser reads each line once and keeps what it has seen, so that nothing is read again. ';

/** A long reply of a coding agent: some thought, some words, three files written at once; in pieces of about four tokens. */
export function replyOf(pieces: number): Reply {
  return {
    thought: pieced(WORDS, pieces),
    words: pieced(`${WORDS}\n\n`, pieces),
    calls: Array.from({ length: 3 }, (_, n) => {
      const content = WORDS.repeat(Math.ceil((pieces * 16) / WORDS.length)).slice(0, pieces * 16);
      const args = JSON.stringify({ path: `src/parser-${n}.ts`, content: `${content}\n"quoted" 字` });
      return { id: `call_${n}`, name: 'write_file', pieces: cut(args) };
    }),
  };
}

function pieced(text: string, pieces: number): string[] {
  return cut(text.repeat(Math.ceil((pieces * 16) / text.length))).slice(0, pieces);
}

function cut(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / 16) }, (_, n) => text.slice(n * 16, (n + 1) * 16));
}
