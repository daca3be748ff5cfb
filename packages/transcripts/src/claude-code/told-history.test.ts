import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, text, toolUse } from '../../test/claude-code-records.ts';
import { accountAddsUp } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';
import type { ReadTranscript } from '../index.ts';

const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
const OPENED = text('<ide_opened_file>The user opened the file /loom/a.</ide_opened_file>');
const ASKED = '2026-01-01T05:00:00.000Z';

function read(lines: readonly string[]): ReadTranscript {
  const whole = readTranscript(lines.join('\n'), { format: 'claude-code' });
  expect(accountAddsUp(whole.state)).toBe(true);
  return whole;
}

/** A prompt of several blocks: one record, or a record for each block, as a resumed session writes it again. */
function prompt(
  make: ClaudeCodeRecords,
  form: 'one' | 'each',
  blocks: readonly object[],
  timestamp?: string,
): string[] {
  const at = timestamp === undefined ? {} : { timestamp };
  if (form === 'one') return [make.user(blocks, { parentUuid: null, ...at })];
  return blocks.map((block, index) => make.user([block], { ...(index === 0 ? { parentUuid: null } : {}), ...at }));
}

describe('[issue 11, files 1] a resumed session that writes a prompt again in other records', () => {
  const blocks = [OPENED, IMAGE, text('What is it?')];
  const answered = ['= A loom.', '@human: And now?', '= Still a loom.'];

  it.each([
    ['one', 'each', ['@human: [image]|What is it?']],
    ['each', 'one', ['@human: [image]', '@human: What is it?']],
    ['each', 'each', ['@human: [image]', '@human: What is it?']],
    ['one', 'one', ['@human: [image]|What is it?']],
  ] as const)('[L1] at the same time: %s, then %s', (first, again, seen) => {
    const make = new ClaudeCodeRecords();
    const thread = read([
      ...prompt(make, first, blocks, ASKED),
      make.assistant('m1', text('A loom.')),
      ...prompt(make, again, blocks, ASKED),
      make.assistant('m1', text('A loom.')),
      ...make.turn('And now?', 'm2', 'Still a loom.'),
    ]);
    expect(outline(thread)).toEqual([...seen, ...answered]);
  });

  it.each([
    ['one', 'each', ['@human: [image]|What is it?']],
    ['each', 'one', ['@human: [image]', '@human: What is it?']],
  ] as const)('[L1] at another time, with the response that is known: %s, then %s', (first, again, seen) => {
    const make = new ClaudeCodeRecords();
    const thread = read([
      ...prompt(make, first, blocks),
      make.assistant('m1', text('A loom.')),
      ...prompt(make, again, blocks),
      make.assistant('m1', text('A loom.')),
      ...make.turn('And now?', 'm2', 'Still a loom.'),
    ]);
    expect(outline(thread)).toEqual([...seen, ...answered]);
  });

  it('[L1] a text, and the same text as a list of one block', () => {
    const make = new ClaudeCodeRecords();
    const again = [make.user('Weave.', { timestamp: ASKED }), make.user([text('Weave.')], { timestamp: ASKED })];
    expect(outline(read(again))).toEqual(['@human: Weave.']);
  });

  it('[L4] a prompt of which one block is new is shown whole', () => {
    const make = new ClaudeCodeRecords();
    const thread = read([
      make.user([text('Red.')], { timestamp: ASKED }),
      make.user([text('Red.'), text('Blue.')], { timestamp: ASKED }),
    ]);
    expect(outline(thread)).toEqual(['@human: Red.', '@human: Red.|Blue.']);
  });
});

describe('[issue 11, files 2] a resumed session that writes again what is beside prompts and responses', () => {
  const queued = (words: string): object => ({ attachment: { type: 'queued_command', prompt: words } });
  const failed = {
    subtype: 'api_error',
    error: { status: 529, message: 'Overloaded' },
    retryAttempt: 1,
    maxRetries: 10,
  };
  const result = { type: 'tool_result', tool_use_id: 'c1', content: 'bread' };
  const kinds: readonly (readonly [string, (make: ClaudeCodeRecords) => string])[] = [
    ['words that were typed while a tool ran', (make) => make.record('attachment', queued('Hurry.'))],
    ['words beside a result', (make) => make.user([result, text('Hurry.')])],
    ['an attempt that failed', (make) => make.record('system', failed)],
  ];

  /** A whole turn, with `beside` in each place where it can stand. */
  function turn(make: ClaudeCodeRecords, beside: (make: ClaudeCodeRecords) => string): string[] {
    return [
      make.user('Bake.', { parentUuid: null }),
      beside(make),
      make.assistant('m1', toolUse('c1')),
      make.result('c1', 'bread'),
      beside(make),
      make.assistant('m2', text('Baked.')),
    ];
  }

  function withTimesOf(first: readonly string[], again: readonly string[]): string[] {
    return again.map((line, index) => {
      const { timestamp } = JSON.parse(first[index] ?? '{}');
      return JSON.stringify({ ...JSON.parse(line), timestamp });
    });
  }

  it.each(kinds.flatMap(([name, beside]) => [true, false].map((same) => [name, same, beside] as const)))(
    '[L1] %s, same times: %s',
    (_, same, beside) => {
      const make = new ClaudeCodeRecords();
      const first = turn(make, beside);
      const copy = turn(make, beside);
      const again = same ? withTimesOf(first, copy) : copy;
      const next = [...make.turn('More.', 'm3', 'No more.')];
      expect(outline(read([...first, ...again, ...next]))).toEqual(outline(read([...first, ...next])));
    },
  );

  it.each(kinds)('[L4] %s, again in a later turn, is shown again', (_, beside) => {
    const make = new ClaudeCodeRecords();
    const once = [make.user('Bake.'), make.assistant('m1', toolUse('c1')), beside(make)];
    const later = [make.user('And again.'), make.assistant('m2', toolUse('c2')), beside(make)];
    const end = make.assistant('m3', text('Baked.'));
    const shown = (lines: readonly string[]): number =>
      outline(read(lines)).filter((line) => /Hurry|Overloaded/.test(line)).length;
    expect(shown([...once, ...later, end])).toBe(2);
  });

  it('[L4] the same words, typed twice while a tool ran and sent at once', () => {
    const make = new ClaudeCodeRecords();
    const sent = { ...queued('Hurry.'), timestamp: ASKED };
    const lines = [make.user('Bake.'), make.assistant('m1', toolUse('c1')), make.result('c1', 'bread')];
    const twice = [make.record('attachment', sent), make.record('attachment', sent)];
    const seen = outline(read([...lines, ...twice, make.assistant('m2', text('Baked.'))]));
    expect(seen.filter((line) => line.includes('Hurry.'))).toHaveLength(2);
  });
});

describe('[issue 11, files 3] [L4] the last turn, written again beside itself when a session is resumed', () => {
  const clocks = [
    ['at the same time', () => ({ timestamp: ASKED })],
    ['after the clock went back', () => ({ timestamp: '2025-12-31T00:00:00.000Z' })],
    ['without a time', () => ({ timestamp: undefined })],
  ] as const;

  it.each(clocks)('%s', (_, clock) => {
    const make = new ClaudeCodeRecords();
    const said = (id: string, words: string, about: object): string =>
      make.record('assistant', { message: { id, role: 'assistant', model: 'm', content: [text(words)] }, ...about });
    const thread = read([
      make.user('Weave.', { uuid: 'a' }),
      said('m1', 'Woven.', { uuid: 'b', parentUuid: 'a' }),
      make.user([OPENED, text('And now?')], { uuid: 'c', parentUuid: 'b', timestamp: ASKED }),
      said('m2', 'Dye it.', { uuid: 'd', parentUuid: 'c' }),
      make.user([OPENED], { uuid: 'e', parentUuid: 'b', ...clock() }),
      make.user([text('And now?')], { uuid: 'f', parentUuid: 'e', ...clock() }),
      said('m2', 'Dye it.', { uuid: 'g', parentUuid: 'f', ...clock() }),
      make.user('Done.', { uuid: 'h', parentUuid: 'g' }),
    ]);
    expect(outline(thread)).toEqual(['@human: Weave.', '= Woven.', '@human: And now?', '= Dye it.', '@human: Done.']);
    expect(thread.account.hidden.get('rewound')).toBeUndefined();
  });

  it('the same words with another answer are a rewind', () => {
    const make = new ClaudeCodeRecords();
    const thread = read([
      ...make.turn('Weave.', 'm1', 'Woven.', { uuid: 'a' }),
      ...make.turn('And now?', 'm2', 'Dye it.', { uuid: 'c', parentUuid: 'u2' }),
      ...make.turn('And now?', 'm3', 'Sell it.', { uuid: 'e', parentUuid: 'u2' }),
    ]);
    expect(outline(thread)).toEqual(['@human: Weave.', '= Woven.', '@human: And now?', '= Sell it.']);
  });
});
