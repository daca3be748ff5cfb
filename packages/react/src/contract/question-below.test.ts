import { scopesAtWork, timeline } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import type { Message } from '@toolthread/core/contract';
import { contractTurnsInTime } from '@toolthread/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContractFeed } from './contract-feed.ts';

const text = (thread: Thread): string => renderText(timeline(thread), { form: 'expanded' });
const drawn = (thread: Thread): unknown => [text(thread), scopesAtWork(thread.state)];

const at = (second: number): string => new Date(Date.UTC(2026, 0, 16, 10, 5, second)).toISOString();
const event = (second: number, type: string, payload: object, run = 'e1'): object => ({
  type: `agent.${type}`,
  execution_id: run,
  timestamp: at(second),
  payload,
});
const says = (id: string, role: 'user' | 'assistant', content: string, second: number): Message => ({
  id,
  role,
  content,
  timestamp: at(second),
});

describe('[L1] a question that is stored below its answer', () => {
  test('stands above it, by its time', () => {
    const events = [
      event(1, 'status', { status: 'processing' }),
      event(5, 'stream.chunk', { content: 'Answer.' }),
      event(7, 'status', { status: 'completed' }),
    ];
    const question = says('u', 'user', 'Question?', 0);
    const answer = says('b', 'assistant', 'Answer.', 6);
    const whole = drawn(new ContractFeed().thread([question, answer], events));
    expect(drawn(new ContractFeed().thread([answer, question], events))).toEqual(whole);
    expect(drawn(new ContractFeed().thread([answer, question], []))).toEqual(whole);
  });

  test('wherever in its turn it is stored, however much of the turn is stored and told: it is drawn as if it stood above', () => {
    const parts = fc.array(fc.record({ stored: fc.nat(8), live: fc.nat(24), down: fc.nat(8) }), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(contractTurnsInTime, parts, fc.integer({ min: 1, max: 3 }), (all, moments, count) => {
        const turns = all.slice(0, count);
        // Of the turns before the last all is stored.
        const known = turns.map(({ stored }, index) =>
          stored.slice(0, index < count - 1 ? undefined : 1 + (moments[index]?.stored ?? 0)),
        );
        const below = known.map(([question, ...rest], index) => {
          const down = moments[index]?.down ?? 0;
          return [...rest.slice(0, down), ...(question === undefined ? [] : [question]), ...rest.slice(down)];
        });
        const events = turns.flatMap(({ live }, index) => live.slice(0, moments[index]?.live));
        const whole = drawn(new ContractFeed().thread(known.flat(), events));
        expect(drawn(new ContractFeed().thread(below.flat(), events))).toEqual(whole);
        const mounted = new ContractFeed();
        events.forEach((_, told) => mounted.thread(below.flat(), events.slice(0, told)));
        expect(drawn(mounted.thread(below.flat(), events))).toEqual(whole);
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  test('one that was asked while a run worked stays below what that run answered', () => {
    const asked = [says('u1', 'user', 'One?', 0), says('b1', 'assistant', 'First.', 6)];
    const next = says('u2', 'user', 'Two?', 4);
    const run = [event(1, 'status', { status: 'processing' }), event(7, 'status', { status: 'completed' })];
    const order = (messages: readonly Message[], events: readonly object[]): string[] =>
      text(new ContractFeed().thread(messages, events)).match(/One\?|Two\?|First\.|Part\./g) ?? [];
    expect(order([...asked, next], [])).toEqual(['One?', 'First.', 'Two?']);
    expect(order([...asked, next], run)).toEqual(['One?', 'First.', 'Two?']);
    const part = says('b0', 'assistant', 'Part.', 3);
    const [first, answer] = asked;
    if (first === undefined || answer === undefined) throw new Error('two');
    expect(order([first, part, answer, next], run)).toEqual(['One?', 'Part.', 'First.', 'Two?']);
  });
});
