/** What an agent did for somebody, in nobody's words: each side makes its own history of it before the clock starts. */
export interface Exchange {
  /** What the person said before this step; most steps follow from results alone. */
  readonly asked?: string;
  readonly thought: string;
  readonly words: string;
  readonly calls: readonly Use[];
}

export interface Use {
  readonly id: string;
  readonly name: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly result: string;
  readonly isError: boolean;
  /** What a person answered, where the call was a question. */
  readonly answer?: string;
}

/** Steps until the person is answered, and speaks again. */
const STEPS_A_RUN = 10;
const SOURCE = [
  "import { createParser } from './parser.ts';",
  '',
  'export function readAll(lines: Iterable<string>): Statement[] {',
  '  const parser = createParser({ strict: true });',
  '  for (const line of lines) parser.push(line);',
  '  return parser.end().map(({ statement, at }) => ({ ...statement, line: at }));',
  '}',
  '',
];

/** Two messages a step: what the model wrote, and the results or the person's next words. */
export function workOf(steps: number): Exchange[] {
  return Array.from({ length: steps }, (_, step) => exchange(step));
}

function exchange(step: number): Exchange {
  const place = step % STEPS_A_RUN;
  const asked = place === 0 ? { asked: `Please go on with part ${step}: the linter still uses the old parser.` } : {};
  const thought = `Part ${step}: the file that imports the parser has to be read before it can be changed.`;
  if (place === STEPS_A_RUN - 1) {
    return {
      ...asked,
      thought,
      words: `Part ${step} is done: the linter uses the new parser.\n\n- read\n- changed\n- tested`,
      calls: [],
    };
  }
  return { ...asked, thought, words: place % 3 === 0 ? `I look at module ${step}.` : '', calls: usesAt(step, place) };
}

function usesAt(step: number, place: number): Use[] {
  const id = (n: number): string => `toolu_${String(step).padStart(6, '0')}_${n}`;
  const path = `src/modules/module-${step}.ts`;
  switch (place % 4) {
    case 0:
      return [
        {
          id: id(0),
          name: 'search_files',
          parameters: { query: 'createParser', path: 'src', limit: 50 },
          result: found(step),
          isError: false,
        },
        {
          id: id(1),
          name: 'read_file',
          parameters: { path, from: 1, lines: 80 },
          result: source(step),
          isError: false,
        },
      ];
    case 1:
      return [{ id: id(0), name: 'read_file', parameters: { path }, result: source(step), isError: false }];
    case 2:
      return [
        {
          id: id(0),
          name: 'edit_file',
          parameters: {
            path,
            old_text: SOURCE[3] ?? '',
            new_text: '  const parser = createParser({ strict: true, version: 3 });',
            all: false,
          },
          result: `Changed 1 line of ${path}.`,
          isError: false,
        },
      ];
    default:
      return [
        {
          id: id(0),
          name: 'run_shell_command',
          parameters: { command: `npm test -- module-${step}`, timeout_ms: 60_000 },
          result:
            step % 8 === 3 ? `FAIL test/module-${step}.test.ts\n  expected 3, got 2\n1 failed, 41 passed` : '42 passed',
          isError: step % 8 === 3,
        },
      ];
  }
}

function found(step: number): string {
  return Array.from(
    { length: 12 },
    (_, n) => `src/modules/module-${step + n}.ts:${n + 3}: const parser = createParser();`,
  ).join('\n');
}

function source(step: number): string {
  return [`// module ${step}`, ...SOURCE, ...SOURCE, ...SOURCE].join('\n');
}
