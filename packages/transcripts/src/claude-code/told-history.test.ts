import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, text } from '../../test/claude-code-records.ts';
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
      make.user('And now?'),
      make.assistant('m2', text('Still a loom.')),
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
      make.user('And now?'),
      make.assistant('m2', text('Still a loom.')),
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
