/** Where a person went back in another agent, what was left is a version; where a file changes what it told, nothing was left. */
import { threadOf } from '@toolthread/core';
import { versionsOf } from '@toolthread/core/queries';
import { figuresOf, usageRows, usageSum } from '@toolthread/core/summary';
import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords } from '../../test/claude-code-records.ts';
import { asked, event, item, META } from '../../test/codex-records.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';
import type { ReadTranscript } from '../index.ts';

const at = (minute: number): string => `2026-02-02T03:${String(minute).padStart(2, '0')}:00.000Z`;

function read(records: readonly (object | string)[]): ReadTranscript {
  return readTranscript(records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'));
}

/** What is seen in each version that was left. */
function versionsIn({ state, events }: ReadTranscript): readonly (readonly string[])[] {
  const ends = versionsOf(state).flatMap((versions) => versions.ends);
  return ends.map((end) => outline(threadOf(events.slice(0, end))));
}

function claudeCode(): readonly string[] {
  const make = new ClaudeCodeRecords();
  const says = (id: string, words: string, minute: number): string =>
    make.record('assistant', {
      timestamp: at(minute),
      message: {
        id,
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text: words }],
        usage: { input_tokens: 100, output_tokens: 100 },
      },
    });
  return [
    make.user('Weave.', { parentUuid: null }),
    says('m1', 'Woven.', 1),
    make.user('Dye it.', { parentUuid: 'u2' }),
    says('m2', 'Dyed.', 2),
    make.user('Wash it.', { parentUuid: 'u2' }),
    says('m3', 'Washed.', 3),
  ];
}

function codex(): readonly string[] {
  const answer = (words: string): string =>
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: words }] });
  const turn = (question: string, words: string): string[] => [
    event({ type: 'user_message', message: question }),
    asked(question),
    answer(words),
  ];
  const back = event({ type: 'thread_rolled_back', num_turns: 1 });
  return [META, ...turn('Weave.', 'Woven.'), ...turn('Dye it.', 'Dyed.'), back, ...turn('Wash it.', 'Washed.')];
}

function pi(order: readonly number[] = [0, 1, 2, 3, 4, 5]): readonly object[] {
  const header = { type: 'session', id: 's', version: 3, cwd: '/x', timestamp: at(0) };
  const entry = (id: number, parent: number | null, words: string): object => ({
    type: 'message',
    id: `e${id}`,
    parentId: parent === null ? null : `e${parent}`,
    timestamp: at(id),
    message: { role: id % 2 === 0 ? 'user' : 'assistant', content: [{ type: 'text', text: words }] },
  });
  const entries = [
    entry(0, null, 'Weave.'),
    entry(1, 0, 'Woven.'),
    entry(2, 1, 'Dye it.'),
    entry(3, 2, 'Dyed.'),
    entry(4, 1, 'Wash it.'),
    entry(5, 4, 'Washed.'),
  ];
  return [header, ...order.flatMap((place) => entries[place] ?? [])];
}

const gemini = (...records: readonly object[]): readonly object[] => [
  { sessionId: 's', projectHash: 'h', startTime: at(0) },
  ...records,
];
const said = (id: string, minute: number, content: string): object => ({
  id,
  timestamp: at(minute),
  type: 'user',
  content,
});
const answered = (id: string, minute: number, content: string): object => ({
  id,
  timestamp: at(minute),
  type: 'gemini',
  model: 'g',
  content,
  tokens: { input: 100, output: 100, cached: 0, thoughts: 0, tool: 0, total: 200 },
});
const turns = [said('a', 1, 'Weave.'), answered('b', 2, 'Woven.'), said('c', 3, 'Dye it.'), answered('d', 4, 'Dyed.')];
const washed = [said('e', 5, 'Wash it.'), answered('f', 6, 'Washed.')];

const LEFT = ['@human: Weave.', '= Woven.', '@human: Dye it.', '= Dyed.'];

describe('[issue 13] a version that a person left can be read as it was', () => {
  it.each([
    ['Claude Code: another prompt after the same record', claudeCode()],
    ['Codex: a turn that was rolled back', codex()],
    ['pi: another branch', pi()],
    ['Gemini CLI: back to a message', gemini(...turns, { $rewindTo: 'c' }, ...washed)],
    [
      'Gemini CLI: messages that are missing in a new list',
      gemini(...turns, { $set: { messages: turns.slice(0, 2) } }, ...washed),
    ],
  ])('%s', (_, records) => {
    const whole = read(records);
    expect(versionsIn(whole)).toEqual([LEFT]);
    expect(outline(whole)).toEqual(['@human: Weave.', '= Woven.', '@human: Wash it.', '= Washed.']);
  });

  it.each([
    ['Gemini CLI: a message that was changed', gemini(...turns, answered('b', 2, 'Woven well.'))],
    [
      'Gemini CLI: a list with the same messages',
      gemini(...turns, { $set: { messages: [said('a', 1, 'Weave!'), ...turns.slice(1)] } }),
    ],
    ['pi: an entry that came before the one that it follows', pi([0, 1, 3, 2])],
  ])('none was left where the file tells again what it changed. %s', (_, records) => {
    const whole = read(records);
    expect(whole.events.some(({ type }) => type === 'thread.rewound')).toBe(true);
    expect(versionsIn(whole)).toEqual([]);
  });
});

describe('[issue 13] tokens that were spent count once, taken back or told again; the header and the usage agree', () => {
  it.each([
    ['Claude Code: another prompt', claudeCode(), 300],
    ['Gemini CLI: back to a message', gemini(...turns, { $rewindTo: 'c' }, ...washed), 300],
    ['Gemini CLI: a message that was changed', gemini(...turns, answered('b', 2, 'Woven well.')), 200],
  ])('%s', (_, records, tokens) => {
    const { state } = read(records);
    const used = usageSum(usageRows(state), () => undefined);
    expect([figuresOf(state).tokens, used.output_tokens]).toEqual([tokens, tokens]);
  });
});
