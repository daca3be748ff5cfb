/** An answer of about 50 KB, as models write them: prose, lists, code, a table. */
const SECTION = `## What the parser does

It reads **each line once** and keeps what it has seen, so that nothing is read again. See \`splitter.ts\` and [the notes](https://example.com/notes).

- a line is cut where it ends, *whatever* came before it
- a result finds its call by its id
  - and by its name, where it has none

\`\`\`ts
const found = places.get('key') ?? insert(places, 'key');
if (found.closed) return 'closed';
\`\`\`

| file | lines | calls |
|---|---|---|
| splitter.ts | 120 | 4 |
| parser.ts | 310 | 12 |

1. First it looks at the record.
2. Then it tells what became of it.

`;

export const GROWING_TEXT = SECTION.repeat(Math.ceil(50_000 / SECTION.length)).slice(0, 50_000);
