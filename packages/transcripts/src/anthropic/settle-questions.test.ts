import { timeline } from '@toolthread/core';
import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, text, toolUse } from '../../test/claude-code-records.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript, tailTranscript } from '../index.ts';

const QUESTION = { questions: [{ question: 'Which?', options: [{ label: 'Wool' }, { label: 'Flax' }] }] };
const asking: readonly (readonly [string, object])[] = [
  ['AskUserQuestion', QUESTION],
  ['ExitPlanMode', { plan: '1. Weave' }],
  ['exit_plan_mode', { plan: '1. Weave' }],
];

describe('[L3] [strangers] a plan is asked of a person as a question is', () => {
  const asked = (name: string, input: object): readonly string[] => {
    const make = new ClaudeCodeRecords();
    return [make.user('Go.'), make.assistant('m1', text('Look at this.'), toolUse('t1', name, input))];
  };

  it.each(asking)('while its file grows, it waits: %s', (name, input) => {
    const tail = tailTranscript({ format: 'claude-code' });
    tail.push(new TextEncoder().encode(`${asked(name, input).join('\n')}\n`));
    const kinds = timeline(tail).items.toArray();
    expect(kinds.map(({ kind }) => kind)).toEqual(['message', 'group', 'request']);
    expect(kinds.findLast(({ kind }) => kind === 'request')).toMatchObject({
      call: { state: { name: 'waiting' } },
      lead: [{ text: 'Look at this.' }],
    });
  });

  it.each(asking)('in a file that ends there, no result was recorded, and nothing waits: %s', (name, input) => {
    const over = readTranscript(asked(name, input).join('\n'), { format: 'claude-code' });
    expect(outline(over)).toEqual(['@human: Go.', '. Look at this.', `> ${name} lost`]);
  });

  it.each([
    ['approved', false, 'User has approved your plan.', 'once'],
    ['rejected', true, "The user doesn't want to proceed with this tool use.", 'deny'],
    ['failed', true, 'Not in plan mode.', 'withdrawn'],
  ])('a plan that was %s', (_, isError, content, decision) => {
    const make = new ClaudeCodeRecords();
    const [go, plan] = [make.user('Go.'), make.assistant('m1', toolUse('t1', 'ExitPlanMode', { plan: '1. Weave' }))];
    const block = { type: 'tool_result', tool_use_id: 't1', content, is_error: isError };
    const { events } = readTranscript([go, plan, make.record('user', { message: { content: [block] } })].join('\n'), {
      format: 'claude-code',
    });
    expect(events.flatMap((event) => (event.type === 'request.resolved' ? [event.decision] : []))).toEqual([decision]);
  });
});

it.each(['set "a"="b" in config', 'because "it" = works, "x"="y"'])(
  '[L4] [003] an answer in prose is whole, whatever it quotes: %s',
  (answer) => {
    const make = new ClaudeCodeRecords();
    const content = `User has answered your questions: "Which?"="${answer}". You can now continue with the user's answers in mind.`;
    const { events } = readTranscript(
      [
        make.user('Go.'),
        make.assistant('m1', toolUse('t1', 'AskUserQuestion', QUESTION)),
        make.record('user', { message: { content: [{ type: 'tool_result', tool_use_id: 't1', content }] } }),
      ].join('\n'),
      { format: 'claude-code' },
    );
    const answers = events.flatMap((event) => (event.type === 'request.resolved' ? [event.answers] : []));
    expect(answers).toEqual([[{ question: 'Which?', values: [], text: answer }]]);
  },
);
