/** A thread in nobody's words: five calls a turn, a sentence before them, and an answer of about 1,000 characters. */
const WORDS = 'The parser reads each line once and keeps what it has seen, so that nothing is read again. ';
const ANSWER = `${WORDS.repeat(5)}

- a line is cut where it ends
- a result finds its call by its id

\`\`\`ts
const found = places.get('key') ?? insert(places, 'key');
\`\`\`

| file | lines |
|---|---|
| splitter.ts | 120 |
| parser.ts | 310 |

${WORDS.repeat(3)}`;
const CALLS = 5;

export function turnOf(turn) {
  return {
    prompt: `Question ${turn}: what does the parser do?`,
    commentary: `I look at file ${turn} and what stands beside it.`,
    calls: Array.from({ length: CALLS }, (_, call) => ({
      id: `call-${turn}-${call}`,
      name: 'search_files',
      args: { path: `src/file-${turn}-${call}.ts`, query: 'createParser' },
      result: `src/file-${turn}-${call}.ts:12: const parser = createParser();\n`.repeat(4),
    })),
    answer: `${ANSWER}\n\n${endOf(turn)}`,
  };
}

/** The last words of a turn: when they can be seen, it is drawn. */
export function endOf(turn) {
  return `That was answer ${turn}.`;
}

/** The states of a turn while it comes: its calls one by one, their results one by one, its answer in pieces. */
export function* growing(turn, piece = 40) {
  const { calls, answer } = turn;
  for (let made = 1; made <= CALLS; made += 1) yield { made, settled: 0, length: 0 };
  for (let settled = 1; settled <= CALLS; settled += 1) yield { made: CALLS, settled, length: 0 };
  for (let length = piece; length < answer.length + piece; length += piece)
    yield { made: calls.length, settled: CALLS, length: Math.min(length, answer.length) };
}
