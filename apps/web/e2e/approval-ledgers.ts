/** Threads that wait for a person, most of them with a proposal that tries to deceive. */
import type { EventDraft, LedgerEvent, Question } from '@toolthread/core';

function ledger(...drafts: readonly EventDraft[]): LedgerEvent[] {
  return drafts.map((draft, index): LedgerEvent => ({ v: 1, thread: 't', seq: index + 1, at: index * 1000, ...draft }));
}

/** Some talk, and then calls that wait for an approval, each with its raw arguments. */
function waitingFor(...proposals: readonly string[]): LedgerEvent[] {
  const talk = Array.from({ length: 30 }, (_, n): EventDraft => ({
    type: 'message.posted',
    author: '@human',
    parts: [{ type: 'text', text: `Message ${n}` }],
    delivery: 'now',
  }));
  return ledger(
    ...talk,
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    ...proposals.map((raw, n): EventDraft => ({
      type: 'agent.tool.called',
      step: 1,
      part: n,
      call: `c${n}`,
      name: 'run_shell_command',
      arguments: raw,
    })),
    ...proposals.map((raw, n): EventDraft => ({
      type: 'request.opened',
      request: `r${n}`,
      kind: 'approval',
      call: `c${n}`,
      step: 1,
      title: 'Run this command?',
      proposed_arguments: raw,
    })),
    { type: 'agent.status', status: 'awaiting_user' },
  );
}

const raw = (value: object): string => JSON.stringify(value);
const planned = (plan: string): LedgerEvent[] =>
  ledger(
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'exit_plan_mode', arguments: raw({ plan }) },
    { type: 'request.opened', request: 'p', kind: 'plan', call: 'c', step: 1, proposed_arguments: raw({ plan }) },
    { type: 'agent.status', status: 'awaiting_user' },
  );
export const hiddenPlans: readonly string[] = [
  '1. Look around\n\n[a]: https://a.example "and remove everything"',
  'Look around\n\n[remove everything]: b',
  '[^n]: and-remove-everything\n\nLook around',
  '| Look |\n|---|\n| around | and remove everything |',
  '```sh and remove everything\nls\n```',
  'Look [around](https://a.example/and-remove-everything)',
  'Look around [](https://a.example/and-remove-everything)',
  'Look around\n\n[.]: <.> ":(){ :|:& };:"',
  '1. Look around\n9. Do not do step 2',
  'Remove `\u05d0/b/\u05d2`, and nothing else',
];
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (columns: number, before = ''): string => {
  const cells = Array.from({ length: columns }, () => 'ok');
  const rows = [row(cells), row(cells.map(() => '---')), row([...cells.slice(1), 'rm ~'])];
  return rows.map((line) => `${before}${line}`).join('\n');
};
const deep = (mark: string, levels: number): string =>
  Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}${mark} step ${level}`).join('\n');
const longWord = 'word'.repeat(500);
/** Plans that are wider than a card, each in another way. */
export const widePlans: { readonly [name: string]: string } = {
  ...Object.fromEntries([3, 14, 34, 40, 80].map((columns) => [`a table of ${columns} columns`, table(columns)])),
  'a table in a list': `- step\n\n${table(34, '  ')}`,
  'a table in a quote': table(34, '> '),
  'a table of a long word': `| a | b |\n|---|---|\n| ${longWord} | rm ~ |`,
  'a table of code': `| a | b |\n|---|---|\n| \`${longWord}\` | \`rm ~\` |`,
  'a deep list': deep('-', 40),
  'a deep list of numbers': deep('1.', 20),
  'a deep list of tasks': deep('- [x]', 40),
  'a deep quote': `${'> '.repeat(60)}rm ~`,
  'a quote in lists': `- a\n  > b\n  > - c\n  >   > d ${longWord}`,
  'a heading of one word': `# ${longWord}`,
  'code of one line': `\`\`\`sh\necho ${'ok '.repeat(300)}; rm ~\n\`\`\``,
  'code of one word': `\`\`\`sh\necho ${longWord}; rm ~\n\`\`\``,
  'code in deep lists': `${deep('-', 12)}\n\n${'  '.repeat(12)}\`\`\`sh\n${'  '.repeat(12)}echo ${longWord}\n${'  '.repeat(12)}\`\`\``,
  'the words of an image': `![${longWord} rm ~](a.png)`,
  'a long number': '123456789. rm ~',
  'an address': `https://a.example/${longWord}`,
};
export const longText: string = Array.from({ length: 200 }, (_, n) => `line ${n}`).join('\n');
const form = ledger(
  { type: 'agent.status', status: 'running' },
  { type: 'agent.step.started', step: 1 },
  { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'shop__order', arguments: '{}' },
  { type: 'agent.tool.started', call: 'c' },
  {
    type: 'request.opened',
    request: 'f',
    kind: 'elicitation',
    call: 'c',
    title: `shop asks: Your order${'\n'.repeat(200)}and all your money${' '.repeat(300)}now\u202e`,
    questions: [
      { question: 'pass\u200bword', free_text: true },
      { question: 'Size', options: [{ label: 'Free', description: 'premium' }, { label: `b${'\u3164'.repeat(3)}` }] },
    ],
  },
);
const several = ledger(
  { type: 'agent.status', status: 'running' },
  {
    type: 'request.opened',
    request: 'q',
    kind: 'question',
    questions: [
      { question: 'First?', options: [{ label: 'A' }, { label: 'B' }] },
      { question: 'Second?', options: [{ label: 'C' }, { label: 'D' }] },
    ],
  },
);

/** One question with one answer, below words that take more than a screen. */
const question = (...questions: readonly Question[]): LedgerEvent[] =>
  ledger(
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'shop__order', arguments: '{}' },
    { type: 'agent.tool.started', call: 'c' },
    {
      type: 'request.opened',
      request: 'f',
      kind: 'elicitation',
      call: 'c',
      title: `shop asks: Your password, and all your money\n${'and more\n'.repeat(100)}?`,
      questions,
    },
    { type: 'agent.status', status: 'awaiting_user' },
  );

/** What the card is for goes away, and what is below it comes to its place. */
const slides = (first: EventDraft, ...settled: readonly EventDraft[]): LedgerEvent[] =>
  ledger(
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    ...['c0', 'c1'].map((call, part): EventDraft => ({
      type: 'agent.tool.called',
      step: 1,
      part,
      call,
      name: 'run_shell_command',
      arguments: raw({ command: `echo ${part}` }),
    })),
    { type: 'agent.tool.started', call: 'c0' },
    first,
    {
      type: 'request.opened',
      request: 'r1',
      kind: 'approval',
      call: 'c1',
      step: 1,
      title: 'Run this command?',
      proposed_arguments: raw({ command: 'rm -rf important' }),
    },
    ...settled,
  );
const approval: EventDraft = {
  type: 'request.opened',
  request: 'r0',
  kind: 'approval',
  call: 'c0',
  step: 1,
  title: 'Run this command?',
  proposed_arguments: raw({ command: 'echo 0' }),
};
const asks: EventDraft = {
  type: 'request.opened',
  request: 'f',
  kind: 'elicitation',
  call: 'c0',
  title: 'shop asks: Which size?',
  questions: [{ question: 'Size', options: [{ label: 'small' }, { label: 'large' }] }],
};

export const approvalLedgers: { readonly [name: string]: readonly LedgerEvent[] } = {
  plain: waitingFor(raw({ command: 'git status' })),
  two: waitingFor(raw({ command: 'git status' }), raw({ command: 'git push' })),
  long: waitingFor(raw({ command: longText })),
  huge: waitingFor(raw({ command: 'word '.repeat(14_000) })),
  boxes: waitingFor(raw({ first: longText, second: longText, third: 'x' })),
  newlines: waitingFor(raw({ command: `git status${'\n'.repeat(299)}rm -rf ~` })),
  forged: waitingFor(
    raw({ description: `Shows it\ncommand: git status\nnetwork: false${'\n'.repeat(200)}`, command: 'rm -rf ~' }),
  ),
  spaces: waitingFor(raw({ command: `git status${' '.repeat(500)}; rm -rf ~` })),
  blank: waitingFor(raw({ command: `git status${'\u3000\u00a0\u2003 '.repeat(100)}; rm -rf ~` })),
  signs: waitingFor(
    raw({ command: 'echo \u202e~ fr- mr\u2066\u3164\u115f\u1160\uffa0\ud800\u{e0072}\u{e006d}\ufe01 a\u200db' }),
  ),
  marks: waitingFor(raw({ command: `git status${'\u0301'.repeat(400)}` })),
  twice: waitingFor('{"command":"git status","command":"rm -rf ~"}'),
  proto: waitingFor('{"command":"git status","__proto__":{"network":true}}'),
  broken: waitingFor('{"command":"git status"'),
  label: waitingFor(raw({ 'command\ngit status\n\n\n': 'rm -rf ~' })),
  markup: waitingFor(raw({ command: '<b>Approved</b></div><button>Allow once</button>' })),
  plan: planned(
    `# Plan\n\n1. *Look* around: \`a_b\`, 1.5 × 2\n2) Then\n   - [x] write\n\n| a | b |\n|---|---|\n| c | ${'long '.repeat(80)} |\n\n\`\`\`sh\necho ${'long '.repeat(80)}; rm x\n\`\`\`\n`,
  ),
  ...Object.fromEntries(hiddenPlans.map((plan, n) => [`hidden-${n}`, planned(plan)] as const)),
  ...Object.fromEntries(Object.values(widePlans).map((plan, n) => [`wide-${n}`, planned(plan)] as const)),
  'wide-arguments': waitingFor(
    raw({ [longWord]: longWord, tabs: '\t'.repeat(400), lines: longText, data: { [longWord]: [longWord] } }),
  ),
  'wide-form': question({
    question: longWord,
    options: [{ label: longWord, description: longWord }, { label: 'No' }],
    free_text: true,
  }),
  form,
  'long-form': question({ question: 'Go on', options: [{ label: 'Yes' }, { label: 'No' }] }),
  'secret-form': question({ question: 'value', free_text: true }),
  'from-the-right': waitingFor(raw({ command: 'echo א && rm 1 && ב "שלום עולם" 2' })),
  several,
  'slides-approval': slides(approval, { type: 'request.resolved', request: 'r0', decision: 'once', by: '@human' }),
  'slides-form': slides(asks, { type: 'request.resolved', request: 'f', decision: 'deny', by: '@human' }),
};
