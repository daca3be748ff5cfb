import { threadOf, timeline } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { parseToolBlocks, renderText } from '@toolthread/core/blocks';
import { exampleEvents, goldenNames, readGolden } from '@toolthread/core/testing';
import { describe, expect, test } from 'vitest';
import { textStream } from './text-stream.ts';
import type { TextStreamClock } from './text-stream.ts';

/** Time that passes when it is told to. */
function testClock(): TextStreamClock & { pass(ms: number): void } {
  let now = 0;
  const due = new Map<object, { readonly at: number; readonly wake: () => void }>();
  return {
    now: () => now,
    after(ms, wake) {
      const timer = {};
      due.set(timer, { at: now + ms, wake });
      return () => void due.delete(timer);
    },
    pass(ms) {
      now += ms;
      for (const [timer, { at, wake }] of due) {
        if (at > now) continue;
        due.delete(timer);
        wake();
      }
    },
  };
}

const settled = (): Promise<void> => new Promise((done) => void setImmediate(done));
const whole = (events: readonly LedgerEvent[]): string => renderText(timeline(threadOf(events)), { form: 'blocks' });

describe.each(goldenNames)('[seed 000] golden ledger %s', (name) => {
  const events = readGolden(name);
  test('[L1] ends as the text of the thread, with an entry of the trace for each block', async () => {
    const texts: string[] = [];
    let entries = 0;
    const stream = textStream({
      onText: (text, trace) => {
        texts.push(text);
        entries = trace.length;
      },
      throttleMs: 500,
      clock: testClock(),
    });
    for (const event of events) stream.push(event);
    await stream.end();
    expect(texts.at(-1) ?? '').toBe(whole(events));
    expect(entries).toBe(parseToolBlocks(texts.at(-1) ?? '').filter(({ kind }) => kind === 'tool').length);
  });
});

describe('[seed 000] when it is told', () => {
  const event = (seq: number, draft: EventDraft): LedgerEvent => ({ at: seq, ...draft, v: 1, thread: 't1', seq });
  const begin = [
    event(1, { type: 'thread.created' }),
    event(2, { type: 'agent.status', status: 'running' }),
    event(3, { type: 'agent.step.started', step: 1 }),
  ];
  const delta = (seq: number, offset: number, text: string): LedgerEvent =>
    event(seq, { type: 'agent.text.delta', step: 1, part: 0, offset, text });
  const called = (seq: number, part: number): LedgerEvent =>
    event(seq, { type: 'agent.tool.called', step: 1, part, call: `c${part}`, name: 'pwd', arguments: '{}' });

  test('at once on a start and at the end, else once in the time', async () => {
    const clock = testClock();
    const texts: string[] = [];
    const stream = textStream({ onText: (text) => void texts.push(text), throttleMs: 500, clock });
    for (const each of begin) stream.push(each);
    await settled();
    expect(texts).toEqual([]);
    stream.push(delta(4, 0, 'Let'));
    await settled();
    expect(texts).toEqual(['Let']);
    stream.push(delta(5, 3, ' me'));
    stream.push(delta(6, 6, ' look.'));
    await settled();
    clock.pass(499);
    await settled();
    expect(texts).toEqual(['Let']);
    clock.pass(1);
    await settled();
    expect(texts).toEqual(['Let', 'Let me look.']);
    stream.push(called(7, 1));
    await settled();
    expect(texts.at(-1)).toBe('Let me look.\n\n<tool id="c1">pwd()</tool>\n');
    const parts = [{ type: 'text', text: '/app' }] as const;
    stream.push(event(8, { type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'done', parts }));
    await settled();
    expect(texts).toHaveLength(3);
    stream.push(event(9, { type: 'agent.status', status: 'completed' }));
    await settled();
    expect(texts.at(-1)).toBe('Let me look.\n\n<tool id="c1">pwd()\n/app</tool>\n');
    expect(texts).toHaveLength(4);
  });

  test('a burst of starts is told once where the chat is slow, and no text overtakes another', async () => {
    const texts: string[] = [];
    const taken: (() => void)[] = [];
    const onText = (text: string): Promise<void> => {
      texts.push(text);
      return new Promise((done) => void taken.push(done));
    };
    const stream = textStream({ onText, throttleMs: 500, clock: testClock() });
    for (const each of [...begin, called(4, 0), called(5, 1), called(6, 2)]) stream.push(each);
    await settled();
    expect(texts).toHaveLength(1);
    taken.shift()?.();
    await settled();
    expect(texts).toHaveLength(2);
    expect(parseToolBlocks(texts[1] ?? '')).toHaveLength(3);
    taken.shift()?.();
    await stream.end();
    expect(texts).toHaveLength(2);
  });

  test('what the chat refused is told again, and the end says so where it is refused for good', async () => {
    const texts: string[] = [];
    let refuses = true;
    const onText = (text: string): void => {
      if (refuses) throw new Error('Too many requests');
      texts.push(text);
    };
    const stream = textStream({ onText, throttleMs: 0, clock: testClock() });
    for (const each of [...begin, called(4, 0)]) stream.push(each);
    await expect(stream.end()).rejects.toThrow('Too many requests');
    refuses = false;
    await stream.end();
    expect(texts).toHaveLength(1);
  });

  test('a stream that goes on after a thread tells what comes after it', async () => {
    const texts: string[] = [];
    const stream = textStream({
      onText: (text) => void texts.push(text),
      throttleMs: 0,
      after: threadOf(exampleEvents.slice(0, 3)),
    });
    for (const each of exampleEvents.slice(3)) stream.push(each);
    await stream.end();
    expect(texts.at(-1)).toContain('<tool id="c1">');
    expect(texts.at(-1)).not.toContain('Who uses the parser?');
  });
});

test('[seed 000] streamed or not: without its deltas a thread is the same text', async () => {
  for (const events of [readGolden('team-of-three-with-consensus'), exampleEvents]) {
    const texts: string[] = [];
    const stream = textStream({ onText: (text) => void texts.push(text), throttleMs: 0 });
    let seq = 0;
    for (const event of joined(events)) stream.push({ ...event, seq: (seq += 1) });
    await stream.end();
    expect(texts.at(-1)).toBe(whole(events));
  }
});

/** The same ledger as a back end writes it that does not stream: each text in one event, at its end. */
function joined(events: readonly LedgerEvent[]): LedgerEvent[] {
  const texts = new Map<string, Extract<LedgerEvent, { type: 'agent.text.delta' }>>();
  return events.flatMap((event): LedgerEvent[] => {
    if (event.type === 'agent.text.delta') {
      const key = `${event.scope} ${event.step} ${event.part}`;
      texts.set(key, { ...event, offset: 0, text: (texts.get(key)?.text ?? '') + event.text });
      return [];
    }
    if (event.type !== 'agent.step.completed' && event.type !== 'agent.tool.called') return [event];
    const before = [...texts].filter(([, text]) => text.scope === event.scope && text.step === event.step);
    for (const [key] of before) texts.delete(key);
    return [...before.map(([, text]) => text), event];
  });
}

test('what is no event is left out', async () => {
  const texts: string[] = [];
  const stream = textStream({ onText: (text) => void texts.push(text), throttleMs: 0, clock: testClock() });
  for (const value of JSON.parse('[null, 5, "x", [], {}]')) stream.push(value);
  await stream.end();
  expect(texts).toEqual([]);
});
