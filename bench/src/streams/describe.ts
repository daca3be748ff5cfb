/** What a model and its tools do, in nobody's words: each side turns it into its own events before the clock starts. */
export type Described =
  | { readonly type: 'text.start'; readonly part: number }
  | { readonly type: 'text.delta'; readonly part: number; readonly text: string }
  | { readonly type: 'text.end'; readonly part: number }
  | { readonly type: 'tool.start'; readonly part: number; readonly name: string }
  | { readonly type: 'tool.delta'; readonly part: number; readonly text: string }
  | { readonly type: 'tool.call'; readonly part: number; readonly name: string; readonly arguments: string }
  | { readonly type: 'tool.output'; readonly part: number; readonly output: string };

const DELTA = 20;
const WORDS = 'the parser reads each line once and keeps what it has seen so that nothing is read again '.repeat(4);

/** Text parts and tool parts in turn, 11.7 events a part: text has ten deltas, a tool's arguments eight or nine. */
export function describeMixed(parts: number): Described[] {
  return Array.from({ length: parts }, (_, part) => (part % 2 === 0 ? textPart(part) : toolPart(part))).flat();
}

function textPart(part: number): Described[] {
  const deltas = cut(WORDS.slice(0, 10 * DELTA), DELTA);
  return [
    { type: 'text.start', part },
    ...deltas.map((text): Described => ({ type: 'text.delta', part, text })),
    { type: 'text.end', part },
  ];
}

function toolPart(part: number): Described[] {
  const deltas = part % 10 < 4 ? 9 : 8;
  const head = `{"path":"src/file-${part}.ts","query":"`;
  const args = `${head}${WORDS.slice(0, deltas * DELTA - head.length - 2)}"}`;
  return toolCall(part, 'search_files', args, DELTA, `src/file-${part}.ts:12: const parser = createParser();`);
}

/** One call whose arguments, of about `bytes`, come in deltas of 16 characters: a long string, and many small objects. */
export function describeArguments(bytes: number): Described[] {
  const content = WORDS.repeat(Math.ceil(bytes / 2 / WORDS.length)).slice(0, bytes / 2);
  const edit = { path: 'src/parser.ts', line: 12, old: 'const a = 1;', new: 'const a = 2;', all: false };
  const edits = Array<unknown>(Math.floor(bytes / 2 / (JSON.stringify(edit).length + 1))).fill(edit);
  return toolCall(0, 'write_file', JSON.stringify({ content, edits }), 16, 'written');
}

function toolCall(part: number, name: string, args: string, delta: number, output: string): Described[] {
  return [
    { type: 'tool.start', part, name },
    ...cut(args, delta).map((text): Described => ({ type: 'tool.delta', part, text })),
    { type: 'tool.call', part, name, arguments: args },
    { type: 'tool.output', part, output },
  ];
}

function cut(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
}
