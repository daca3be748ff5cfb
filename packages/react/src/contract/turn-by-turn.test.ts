import { scopesAtWork, timeline } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import type { Message } from '@toolthread/core/contract';
import { contractTurnsInTime } from '@toolthread/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heardOnTheWay, onTheWay } from '../../test/on-the-way.ts';
import { ContractFeed } from './contract-feed.ts';

const text = (thread: Thread): string => renderText(timeline(thread), { form: 'expanded' });
const drawn = (thread: Thread): unknown => [text(thread), scopesAtWork(thread.state)];

const ways = fc.array(onTheWay, { minLength: 3, maxLength: 3 });

describe('[seed 001] turns are drawn one by one', () => {
  test('once all is stored, that is what is drawn, however the events came, on a new page and on one that saw them come', () => {
    fc.assert(
      fc.property(contractTurnsInTime, ways, (turns, how) => {
        const history = turns.flatMap(({ stored }) => stored);
        const lives = turns.map(({ live }, index) =>
          heardOnTheWay(live, how[index] ?? { how: 'whole', at: 0, count: 1 }),
        );
        const events = lives.flat();
        const alone = drawn(new ContractFeed().thread(history, []));
        expect(drawn(new ContractFeed().thread(history, events))).toEqual(alone);
        const mounted = new ContractFeed();
        const late = new ContractFeed();
        let [messages, told]: [readonly Message[], readonly object[]] = [[], []];
        turns.forEach(({ stored }, index) => {
          messages = [...messages, ...stored.slice(0, 1)];
          for (const event of lives[index] ?? []) {
            told = [...told, event];
            late.thread(
              messages.filter(({ role }) => role === 'user'),
              told,
            );
            mounted.thread(messages, told);
          }
          messages = [...messages, ...stored.slice(1)];
          mounted.thread(messages, told);
        });
        expect(drawn(mounted.thread(history, events))).toEqual(alone);
        expect(drawn(late.thread(history, events))).toEqual(alone);
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  test('whatever is stored of each turn, and wherever its events were cut: nothing crosses a question, nothing is told twice', () => {
    const parts = fc.array(fc.record({ stored: fc.nat(8), live: fc.nat(24) }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(contractTurnsInTime, fc.array(parts, { minLength: 1, maxLength: 4 }), (turns, moments) => {
        const mounted = new ContractFeed();
        const most = turns.map(() => ({ stored: 0, live: 0 }));
        for (const moment of moments) {
          most.forEach((each, index) => {
            each.stored = Math.max(each.stored, moment[index]?.stored ?? 0);
            each.live = Math.max(each.live, moment[index]?.live ?? 0);
          });
          const messages = turns.flatMap(({ stored }, index) => stored.slice(0, 1 + (most[index]?.stored ?? 0)));
          const events = turns.flatMap(({ live }, index) => live.slice(0, most[index]?.live));
          for (const feed of [mounted, new ContractFeed()]) {
            const [above, ...sections] = text(feed.thread(messages, events)).split(/^You: Question /m);
            expect(above).toBe('');
            expect(sections.map((section) => section.slice(0, 1))).toEqual(['1', '2', '3']);
            sections.forEach((section, index) => {
              const others = [1, 2, 3].filter((number) => number !== index + 1).join('');
              expect(section).not.toMatch(new RegExp(`(?:result of|no|n: ') ?[${others}]\\.|Quota [${others}]`));
              const ends = section.match(/Three|Quota/g) ?? [];
              const { stored = [], live = [] } = turns[index] ?? {};
              const { stored: count = 0, live: told = 0 } = most[index] ?? {};
              const isTold = count >= stored.length - 1 || told >= live.length;
              expect(ends.length).toBeLessThanOrEqual(1);
              if (isTold) expect(ends).toHaveLength(1);
            });
          }
        }
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  test('messages that have the time at which their run was over are those of that run', () => {
    fc.assert(
      fc.property(contractTurnsInTime, (turns) => {
        const history = turns.flatMap(({ stored }) =>
          stored.map((message) => ({ ...message, timestamp: stored.at(-1)?.timestamp ?? message.timestamp })),
        );
        const events = turns.flatMap(({ live }) => live);
        expect(drawn(new ContractFeed().thread(history, events))).toEqual(
          drawn(new ContractFeed().thread(history, [])),
        );
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  test('a question that is stored after its run began, and fails, stands above all that the run told', () => {
    const at = (second: number): string => `2026-01-16T10:00:0${second}Z`;
    const event = (second: number, type: string, payload: object): object => ({
      type: `agent.${type}`,
      execution_id: 'e1',
      timestamp: at(second),
      payload,
    });
    const events = [
      event(2, 'status', { status: 'processing' }),
      event(3, 'step.started', { step_number: 1 }),
      event(4, 'stream.chunk', { content: 'The answer.', chunk_index: 0 }),
      event(5, 'status', { status: 'failed', error_message: 'Quota spent' }),
    ];
    const stored: readonly Message[] = [
      { id: 'u1', role: 'user', content: 'Who?', timestamp: at(1) },
      { id: 'm1', role: 'assistant', content: 'The answer.', timestamp: at(8) },
      { id: 's1', role: 'status', content: 'Quota spent', timestamp: at(9), metadata: { status_type: 'error' } },
    ];
    for (let count = 0; count <= events.length; count += 1) {
      const feed = new ContractFeed();
      feed.thread([], events.slice(0, count));
      feed.thread(stored.slice(0, 1), events.slice(0, count));
      feed.thread(stored.slice(0, 1), events);
      expect(text(feed.thread(stored, events))).toBe(text(new ContractFeed().thread(stored, [])));
    }
  });
});
