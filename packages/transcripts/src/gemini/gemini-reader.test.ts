import { describe, expect, it } from 'vitest';
import { readFixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { readTranscript, tailTranscript } from '../index.ts';

const HEAD = { sessionId: 's', projectHash: 'h', startTime: '2026-01-01T00:00:00Z' };
const message = (id: string, type: string, content: unknown, more: object = {}): object => ({
  id,
  timestamp: '2026-01-01T00:00:00Z',
  type,
  content,
  ...more,
});
const call = (id: string, status: string, output?: string): object => ({
  id,
  name: 'cut',
  args: {},
  status,
  ...(output === undefined ? {} : { result: [{ functionResponse: { id, name: 'cut', response: { output } } }] }),
});

function lines(...records: object[]): string {
  return [HEAD, ...records].map((record) => JSON.stringify(record)).join('\n');
}

function outlineOf(...records: object[]): readonly string[] {
  return outline(readTranscript(lines(...records)));
}

it('shows a document, whose calls hold their results', () => {
  const read = readFixture('gemini/document.json');
  expect(outline(read)).toEqual(expectedOutline('gemini/document'));
  expect(read.title).toBe('Pruning');
  expect(read.counts).toMatchObject({
    messages: 7,
    toolStatuses: { success: 2, cancelled: 2, error: 1, executing: 1 },
    toolCalls: 6,
    answered: 5,
    hidden: { info: 1, 'unknown:tomorrow': 1 },
  });
});

it('tokens count the thoughts, and not what came from the cache', () => {
  const read = readFixture('gemini/document.json');
  expect(read.events.find((event) => event.type === 'agent.step.completed')).toMatchObject({
    usage: { input_tokens: 60, output_tokens: 25, cache_read_tokens: 40, reasoning_tokens: 5 },
  });
});

it('lines say the last word on each message', () => {
  const read = readFixture('gemini/lines.jsonl');
  expect(outline(read)).toEqual(['@human: Start again.', '= Started.', '@human: Well.']);
  expect(read.counts).toMatchObject({ messages: 3, hidden: { 'unknown:none': 1 } });
});

describe('a message that is told again', () => {
  it('with a result that came adds the result only', () => {
    const tail = tailTranscript();
    const tell = (...records: object[]): void =>
      tail.push(Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join('')));
    tell(HEAD, message('a', 'gemini', 'Cutting.', { toolCalls: [call('c', 'executing')] }));
    expect(outline(tail)).toEqual(['. Cutting.', '> cut called']);
    tell(message('a', 'gemini', 'Cutting.', { toolCalls: [call('c', 'success', 'done'), call('d', 'scheduled')] }));
    expect(outline(tail)).toEqual(['. Cutting.', '> cut done: done', '> cut called']);
    expect(tail.events.some((event) => event.type === 'thread.rewound')).toBe(false);
  });

  it('with other words takes its old place, and what followed follows it still', () => {
    expect(
      outlineOf(
        message('a', 'user', 'one'),
        message('b', 'gemini', 'two'),
        message('c', 'user', 'three'),
        message('a', 'user', 'ONE'),
      ),
    ).toEqual(['@human: ONE', '= two', '@human: three']);
  });

  it('just as it was changes nothing', () => {
    const first = message('a', 'gemini', 'one', { tokens: { input: 1, output: 1 } });
    const read = readTranscript(lines(first, first, message('b', 'user', 'two'), first));
    expect(outline(read)).toEqual(['= one', '@human: two']);
    expect(read.counts).toMatchObject({ messages: 2, shown: 2, folded: 2, hidden: { 'repeated-record': 1 } });
  });

  it('a hundred thousand times costs no square of it', () => {
    const updates = Array.from({ length: 30_000 }, (_, index) => message('a', 'user', `version ${index}`));
    const others = Array.from({ length: 300 }, (_, index) => message(`o${index}`, 'user', 'other'));
    const read = readTranscript(lines(message('a', 'user', 'first'), ...others, ...updates));
    expect(read.events.length).toBeLessThan(200_000);
    expect(read.counts['hidden']).toMatchObject({ 'too-many-updates': expect.any(Number) });
  });
});

describe('going back', () => {
  const three = [message('a', 'user', 'one'), message('b', 'gemini', 'two'), message('c', 'user', 'three')];

  it('to a message drops it and what followed', () => {
    expect(outlineOf(...three, { $rewindTo: 'b' })).toEqual(['@human: one']);
    expect(outlineOf(...three, { $rewindTo: 'b' }, message('b', 'gemini', 'again'))).toEqual([
      '@human: one',
      '= again',
    ]);
  });

  it('to one that is not there drops all', () => {
    expect(outlineOf(...three, { $rewindTo: 'nobody' }, message('d', 'user', 'new'))).toEqual(['@human: new']);
  });

  it('and setting all messages keeps those that are the same', () => {
    const read = readTranscript(
      lines(...three, { $set: { messages: [...three.slice(0, 2), message('d', 'user', 'four')] } }),
    );
    expect(outline(read)).toEqual(['@human: one', '= two', '@human: four']);
    expect(read.events.filter((event) => event.type === 'message.posted').length).toBe(3);
  });
});

it('what a person typed is shown, not what was sent in its place', () => {
  expect(
    outlineOf(message('a', 'user', [{ text: 'see @file\n--- content ---' }], { displayContent: 'see @file' })),
  ).toEqual(['@human: see @file']);
});

describe('[L3] [L4] a result that is recorded is a result', () => {
  const ended = (status: string | undefined, response: object): readonly string[] =>
    outlineOf(
      message('1', 'gemini', '', {
        toolCalls: [{ id: 'c', name: 'cut', args: {}, status, result: [{ functionResponse: { id: 'c', response } }] }],
      }),
    );

  it.each(['executing', 'tomorrow', undefined])('whatever the status is: %s', (status) => {
    expect(ended(status, { output: 'cut' })).toEqual(['> cut done: cut']);
    expect(ended(status, { error: 'blunt' })).toEqual(['> cut failed: blunt']);
  });

  it('and an error in it is a failure, also where the status says success', () => {
    expect(ended('success', { error: 'blunt' })).toEqual(['> cut failed: blunt']);
  });
});
