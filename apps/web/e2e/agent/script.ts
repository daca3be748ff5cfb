/** What the model of the browser tests says, by the word the prompt begins with. */
import type { Script, Turn } from '@toolthread/providers/scripted';
import { hostileAnswer } from './hostile-output.ts';

export const script: Script = ({ prompt, turn, results, attempt }) => {
  if (prompt === 'Overloaded' && attempt === 1) return [OVERLOADED];
  const turns = scripts[prompt.split(/[\s:.]/)[0]?.toLowerCase() ?? ''] ?? plain(prompt);
  return turns[turn] ?? [{ type: 'text', text: `Done: ${results.at(-1)?.text ?? 'nothing'}` }];
};

/** Nobody waits so long in a test: somebody has to press the button. */
const OVERLOADED: Turn[number] = {
  type: 'end',
  reason: 'error',
  error: { message: 'Overloaded', code: '529', retryable: true, retryAfterMs: 250_000 },
};

/** It ends with its folder, so that a server killed beside it leaves nothing behind for long. */
const untilGone = 'echo started; while [ -e lint.ts ]; do sleep 0.2; done';

/** Until the test says so, by a file in the workspace; or is over. */
const untilTold = 'echo started; while [ ! -e go ] && [ -d "$PWD" ]; do sleep 0.05; done; echo over';

const plain = (prompt: string): readonly Turn[] => [[{ type: 'text', text: `You said: ${prompt}` }]];

const shell = (command: string): Turn[number] => ({ type: 'call', name: 'run_shell_command', arguments: { command } });

const longAnswer = (from: number, to: number): string =>
  Array.from(
    { length: to - from + 1 },
    (_, index) =>
      `## Part ${from + index}\n\nSome **words** of a long answer, with \`code\` and more of the same.\n\n- one\n- two\n\n`,
  ).join('');

const scripts: { readonly [word: string]: readonly Turn[] } = {
  upgrade: [
    [
      { type: 'reasoning', text: 'First see what is there.' },
      { type: 'text', text: 'I’ll look at the workspace and run the tests.' },
      { type: 'call', name: 'list_files', arguments: { path: '.' } },
      shell('echo checking; echo "FAIL lint: tabs" ; exit 1'),
    ],
    [
      { type: 'text', text: 'One test fails, so I’d rather ask.' },
      {
        type: 'call',
        name: 'chat_ask_user',
        arguments: {
          questions: [
            {
              question: 'Which packages may I change?',
              options: [{ label: 'All three' }, { label: 'Only the linter' }],
              free_text: true,
            },
          ],
        },
      },
    ],
    [
      { type: 'text', text: 'I’ll change the one file.' },
      {
        type: 'call',
        name: 'edit_file',
        arguments: { path: 'lint.ts', old_text: 'strict: true', new_text: "mode: 'strict'" },
      },
      { type: 'call', name: 'read_file', arguments: { path: 'chart.png' } },
    ],
    [{ type: 'call', name: 'save_file', arguments: { path: 'NOTES.md', content: 'Parser 3.\n' } }],
    [
      {
        type: 'text',
        text: "The parser is at **version 3**.\n\n| file | change |\n|---|---|\n| `lint.ts` | one line |\n\n```ts\nparse(text, { mode: 'strict' });\n```\n",
      },
    ],
  ],
  slow: [[{ type: 'text', text: 'This takes a while.' }, shell(untilGone)]],
  wait: [[{ type: 'text', text: 'This takes **until you say so**, see `go`.' }, shell(untilTold)]],
  write: [
    [
      {
        type: 'call',
        name: 'edit_file',
        arguments: { path: 'lint.ts', old_text: 'strict: true', new_text: "mode: 'strict'" },
      },
      shell('printf "one\\ntwo\\n" > notes.md; printf "\\000\\001" > data.bin'),
    ],
    [{ type: 'text', text: 'Written.' }],
  ],
  save: [[{ type: 'call', name: 'save_file', arguments: { path: 'one.md', content: 'One.\n' } }]],
  other: [[{ type: 'call', name: 'save_file', arguments: { path: 'other.md', content: 'One.\n' } }]],
  form: [[{ type: 'call', name: 'test__form', arguments: {} }]],
  // Until the test says so: what it does in the middle is in the middle, however slow the page is.
  long: [
    [
      { type: 'text', text: longAnswer(1, 20) },
      { type: 'pause', ms: Infinity },
      { type: 'text', text: longAnswer(21, 40) },
    ],
  ],
  hostile: [
    [
      { type: 'text', text: 'Reading it.' },
      shell('cat hostile.txt'),
      { type: 'raw-call', name: '<script>alert(1)</script>', arguments: '{"a":"<img src=x onerror=alert(1)>"}' },
    ],
    [{ type: 'text', text: hostileAnswer }],
  ],
};
