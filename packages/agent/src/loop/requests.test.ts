import type { EventDraft } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { RequestResolved } from '@toolthread/core/events';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, outcomes, runOn, say, statuses, told, tool } from '../../test/run-on.ts';
import type { RunOn } from '../../test/run-on.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { hasWork } from '../state/has-work.ts';
import { policyByTool } from '../policy/policy.ts';
import type { Verdict } from '../policy/policy.ts';
import { textValue } from '../tool/tool-value.ts';
import { chatAskUser } from '../tools/chat-ask-user.ts';

const QUESTIONS = {
  questions: [
    {
      question: 'Which fonts may go?',
      header: 'Fonts',
      options: [{ label: 'Fira' }, { label: 'Karla', description: 'bold' }],
      multiple: true,
    },
    { question: 'Anything else?', free_text: true },
  ],
};
const asking: RunOn = {
  script: [
    [
      say('A question.'),
      { type: 'call', name: 'chat_ask_user', arguments: QUESTIONS },
      call('echo', { word: 'meanwhile' }),
    ],
    [say('Thanks.')],
  ],
  tools: [chatAskUser, echo],
};

const resolve = (
  request: string,
  more: Partial<RequestResolved> & { decision: RequestResolved['decision'] },
): EventDraft => ({
  type: 'request.resolved',
  request,
  by: '@human',
  ...more,
});

const ANSWERS = [
  { question: 'Which fonts may go?', values: ['Fira', 'Karla'], text: 'keep the licence' },
  { question: 'Anything else?', values: [], text: 'no' },
];

test('[bug 36] a question is an open call: the run rests, and its siblings have their results', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  expect(await runOn(ledger, asking)).toEqual({ ended: 'awaiting_user' });
  expect(outcomes(ledger)).toEqual(['c1_1 waiting', 'c1_2 done']);
  expect(ledger.of('request.opened')).toMatchObject([
    { request: 'q-c1_1', kind: 'question', call: 'c1_1', step: 1, questions: QUESTIONS.questions },
  ]);
  expect(statuses(ledger)).toEqual(['running', 'awaiting_user']);
  expect(hasWork(ledger.state)).toBe(false);
  expect(ledger.state.anomalies.count).toBe(0);
});

test('the answer is the result of the call, as data and in words, and the run goes on under its name', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, asking);
  ledger.add(resolve('q-c1_1', { decision: 'answered', answers: ANSWERS }));
  expect(hasWork(ledger.state)).toBe(true);
  expect(await runOn(ledger, asking)).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.tool.completed').at(-1)).toMatchObject({
    call: 'c1_1',
    outcome: 'done',
    parts: [{ type: 'text', text: 'Which fonts may go? → Fira, Karla (keep the licence)\nAnything else? → no' }],
    structured: { kind: 'answers', answers: ANSWERS },
  });
  expect(statuses(ledger)).toEqual(['running', 'awaiting_user', 'running', 'completed']);
  expect(new Set(ledger.of('agent.status').map(({ run }) => run)).size).toBe(1);
  const [, , user] = completionMessages(ledger.state);
  expect(user?.toolResults.map(({ content }) => content)).toEqual([told(ledger)[1], 'meanwhile']);
});

test('an answer that comes at the very moment of resting is taken at once', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  ledger.when(
    (event) => event.type === 'agent.status' && event.status === 'awaiting_user',
    () => ledger.add(resolve('q-c1_1', { decision: 'answered', answers: ANSWERS })),
  );
  expect(await runOn(ledger, asking)).toEqual({ ended: 'completed' });
  expect(statuses(ledger)).toEqual(['running', 'awaiting_user', 'running', 'completed']);
});

test('one question is answered by the bare answer; none at all is told', async () => {
  for (const [answers, words] of [
    [[{ question: 'Go?', values: ['yes'] }], 'yes'],
    [[{ question: 'Go?', values: [], text: ' ' }], '(no answer)'],
    [[], '(no answer)'],
  ] as const) {
    const ledger = MemoryLedger.withPrompt('go');
    const script = [
      [{ type: 'call', name: 'chat_ask_user', arguments: { questions: [{ question: 'Go?' }] } } as const],
      [say('ok')],
    ];
    await runOn(ledger, { script, tools: [chatAskUser] });
    ledger.add(resolve('q-c1_0', { decision: 'answered', answers }));
    await runOn(ledger, { script, tools: [chatAskUser] });
    expect(told(ledger)).toEqual([words]);
  }
});

test('free chat instead of an answer: the question is withdrawn, and the model reads what was said', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, asking);
  ledger.say('forget the fonts');
  expect(hasWork(ledger.state)).toBe(true);
  expect(await runOn(ledger, asking)).toMatchObject({ ended: 'awaiting_user' });
  expect(outcomes(ledger).slice(0, 2)).toEqual(['c1_1 skipped', 'c1_2 done']);
  expect(ledger.of('request.resolved')).toMatchObject([{ request: 'q-c1_1', decision: 'withdrawn' }]);
  const [, , user] = completionMessages(ledger.state);
  expect(user).toMatchObject({ role: 'user', content: 'forget the fonts' });
  expect(user?.toolResults[0]?.content).toBe('Skipped: the user sent a new message.');
});

interface Approval {
  readonly ran: string[];
  readonly options: (verdict?: Verdict) => RunOn;
}

function approving(words: readonly string[] = ['prod']): Approval {
  const ran: string[] = [];
  const deploy = tool('deploy', ({ word = '' }) => {
    ran.push(word);
    return textValue(`deployed ${word}`);
  });
  const script = [words.map((word) => call('deploy', { word })), [say('ok')]];
  return {
    ran,
    options: (verdict = 'ask') => ({ script, tools: [deploy], policy: policyByTool({ deploy: verdict }, 'allow') }),
  };
}

test('[bug 38] with an approval once, the call runs, once; it is bound to the arguments the person saw', async () => {
  const { ran, options } = approving();
  const ledger = MemoryLedger.withPrompt('go');
  expect(await runOn(ledger, options())).toEqual({ ended: 'awaiting_user' });
  expect(ran).toEqual([]);
  expect(ledger.of('request.opened')).toMatchObject([
    { request: 'a-c1_0', kind: 'approval', call: 'c1_0', proposed_arguments: '{"word":"prod"}' },
  ]);
  ledger.add(resolve('a-c1_0', { decision: 'once' }));
  expect(await runOn(ledger, options())).toEqual({ ended: 'completed' });
  expect(ran).toEqual(['prod']);
});

async function decided(options: () => RunOn, decision: Parameters<typeof resolve>[1]): Promise<MemoryLedger> {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, options());
  ledger.add(resolve('a-c1_0', decision));
  await runOn(ledger, options());
  return ledger;
}

test('edited arguments run in place of the proposed ones; both are in the ledger', async () => {
  const { ran, options } = approving();
  await decided(options, { decision: 'edit', executed_arguments: '{"word":"staging"}' });
  expect(ran).toEqual(['staging']);
  const bad = await decided(options, { decision: 'edit', executed_arguments: '{"word":1}' });
  expect(ran).toEqual(['staging']);
  expect(outcomes(bad)).toEqual(['c1_0 failed']);
});

test('[bug 36] a denial is the result, with its reason, and nothing runs', async () => {
  const { ran, options } = approving();
  const ledger = await decided(options, { decision: 'deny', reason: 'not on a Friday' });
  expect(ran).toEqual([]);
  expect(outcomes(ledger)).toEqual(['c1_0 denied']);
  expect(told(ledger)).toEqual(['The user denied this call: not on a Friday']);
});

test('[bug 36] parallel approvals are settled in any order, each on its own', async () => {
  for (const order of [
    ['a-c1_0', 'a-c1_1'],
    ['a-c1_1', 'a-c1_0'],
  ]) {
    const { ran, options } = approving(['one', 'two']);
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, options());
    expect(ledger.of('request.opened')).toHaveLength(2);
    for (const request of order) {
      ledger.add(resolve(request, { decision: request === 'a-c1_1' ? 'once' : 'deny' }));
      await runOn(ledger, options());
    }
    expect(ran).toEqual(['two']);
    expect(outcomes(ledger)).toEqual(['c1_0 denied', 'c1_1 done']);
    expect(statuses(ledger).at(-1)).toBe('completed');
  }
});

test('what is allowed for the thread is found in the ledger and not asked again; once is asked again', async () => {
  for (const [decision, asked] of [
    ['thread', 1],
    ['always', 1],
    ['once', 2],
  ] as const) {
    const { ran, options } = approving();
    const ledger = await decided(options, { decision });
    ledger.say('again');
    await runOn(ledger, options());
    expect(ledger.of('request.opened')).toHaveLength(asked);
    expect(ran).toHaveLength(3 - asked);
  }
});

test('a permission for the thread reaches as far as the tool says, and no further', async () => {
  const ran: string[] = [];
  const shell = defineTool({
    name: 'shell',
    description: 'Runs.',
    input: z.object({ command: z.string() }),
    grant: ({ command }) => command,
    execute: ({ command }) => {
      ran.push(command);
      return textValue('');
    },
  });
  const script = (command: string): RunOn => ({
    script: [[call('shell', { command })], [say('ok')]],
    tools: [shell],
    policy: policyByTool({}, 'ask'),
  });
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, script('npm test'));
  ledger.add(resolve('a-c1_0', { decision: 'thread' }));
  await runOn(ledger, script('npm test'));
  ledger.say('again');
  expect(await runOn(ledger, script('npm test'))).toEqual({ ended: 'completed' });
  ledger.say('and now');
  expect(await runOn(ledger, script('npm publish'))).toEqual({ ended: 'awaiting_user' });
  expect(ran).toEqual(['npm test', 'npm test']);
});

const save = (ran: string[]): Tool =>
  defineTool({
    name: 'save_file',
    description: 'Saves.',
    input: z.object({ path: z.string(), content: z.string(), mode: z.string().optional() }),
    execute: ({ path }) => {
      ran.push(path);
      return textValue('');
    },
  });

test.each(['thread', 'always'] as const)(
  '[A2 8] what is allowed (%s) holds for exactly these arguments, in whatever order they stand, and for no others',
  async (decision) => {
    const ran: string[] = [];
    const script = (given: Readonly<Record<string, string>>): RunOn => ({
      script: [[call('save_file', given)], [say('ok')]],
      tools: [save(ran)],
      policy: policyByTool({}, 'ask'),
    });
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, script({ path: 'notes.txt', content: 'a' }));
    expect(ledger.of('request.opened')[0]).not.toHaveProperty('covers');
    ledger.add(resolve('a-c1_0', { decision }));
    await runOn(ledger, script({}));
    ledger.say('again');
    expect(await runOn(ledger, script({ content: 'a', path: 'notes.txt' }))).toEqual({ ended: 'completed' });
    expect(ran).toEqual(['notes.txt', 'notes.txt']);
    for (const given of [
      { path: 'src/evil.js', content: 'a' },
      { path: 'notes.txt', content: 'b' },
      { path: './notes.txt', content: 'a' },
      { path: 'notes.txt', content: 'a', mode: 'x' },
    ]) {
      const copy = MemoryLedger.from(ledger.events);
      copy.say('and now');
      expect(await runOn(copy, script(given))).toEqual({ ended: 'awaiting_user' });
    }
    expect(ran).toHaveLength(2);
  },
);

test('[A2 8] what a tool allows beyond the arguments stands on the card, and what the card did not say is not allowed', async () => {
  const ran: string[] = [];
  const fetching = (grant?: (url: string) => string): Tool =>
    defineTool({
      name: 'fetch',
      description: 'Fetches.',
      input: z.object({ url: z.string() }),
      ...(grant === undefined ? {} : { grant: ({ url }: { readonly url: string }) => grant(url) }),
      execute: ({ url }) => {
        ran.push(url);
        return textValue('');
      },
    });
  const wide = fetching((url) => `every page of ${new URL(url).origin}`);
  const script = (url: string, tool: Tool): RunOn => ({
    script: [[call('fetch', { url })], [say('ok')]],
    tools: [tool],
    policy: policyByTool({}, 'ask'),
  });
  const after = async (first: Tool, then: string, second: Tool): Promise<string> => {
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, script('https://a.example/1', first));
    ledger.add(resolve('a-c1_0', { decision: 'thread' }));
    await runOn(ledger, script('', first));
    ledger.say('again');
    const { ended } = await runOn(ledger, script(then, second));
    return [ledger.of('request.opened')[0]?.covers, ended].join(' ');
  };
  expect(await after(wide, 'https://a.example/2', wide)).toBe('every page of https://a.example completed');
  expect(await after(wide, 'https://b.example/1', wide)).toBe('every page of https://a.example awaiting_user');
  // The tool has come to allow more, or less, since the person was asked.
  expect(await after(fetching(), 'https://a.example/2', wide)).toBe(' awaiting_user');
  expect(await after(fetching(), 'https://a.example/1', wide)).toBe(' completed');
  expect(await after(wide, 'https://a.example/2', fetching())).toBe('every page of https://a.example awaiting_user');
});

test('the policy has the last word: a denial needs nobody, and comes before an approval', async () => {
  const { ran, options } = approving();
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, options('deny'));
  expect(outcomes(ledger)).toEqual(['c1_0 denied']);
  const changed = MemoryLedger.withPrompt('go');
  await runOn(changed, options('ask'));
  changed.add(resolve('a-c1_0', { decision: 'once' }));
  await runOn(changed, options('deny'));
  expect(outcomes(changed)).toEqual(['c1_0 denied']);
  expect(ran).toEqual([]);
});

test.each([
  ['withdrawn', 'skipped'],
  ['expired', 'denied'],
  ['answered', 'skipped'],
] as const)('an approval that was %s runs nothing: the call is %s', async (decision, outcome) => {
  const { ran, options } = approving();
  const ledger = await decided(options, { decision });
  expect(ran).toEqual([]);
  expect(outcomes(ledger)).toEqual([`c1_0 ${outcome}`]);
});

test('a tool that is gone when the approval comes is told as unknown', async () => {
  const { options } = approving();
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, options());
  ledger.add(resolve('a-c1_0', { decision: 'once' }));
  await runOn(ledger, { ...options(), tools: [echo] });
  expect(told(ledger)[0]).toMatch(/There is no tool "deploy"/);
});
