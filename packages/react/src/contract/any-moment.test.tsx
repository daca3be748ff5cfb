import { scopesAtWork, timeline } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import type { Message } from '@toolthread/core/contract';
import { contractTurns } from '@toolthread/core/testing';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ContractFeed } from './contract-feed.ts';
import { ContractThread } from './contract-thread.tsx';

const lines = (thread: Thread): string[] => renderText(timeline(thread), { form: 'expanded' }).split('\n');

/** All that is drawn, and who is at work. */
const drawn = (thread: Thread): unknown => [
  lines(thread),
  renderText(timeline(thread), { form: 'collapsed' }).split('\n'),
  scopesAtWork(thread.state),
];

const page = (messages: readonly Message[], events: readonly object[]): string =>
  renderToStaticMarkup(<ContractThread messages={messages} events={events} />).replaceAll(/<[^>]*>/g, '\n');

/** How much more of each is there at the next moment of a turn. */
const moments = fc.array(fc.record({ stored: fc.nat(6), live: fc.nat(6) }), { maxLength: 6 });
const cuts = fc.array(fc.nat(16), { minLength: 2, maxLength: 2 });

describe('[seed 001] wherever a live stream is cut, and whenever the messages come', () => {
  test('what is drawn once all is stored is what is stored; until then, what is stored of earlier turns stays', () => {
    fc.assert(
      fc.property(contractTurns, cuts, moments, fc.boolean(), (turns, counts, steps, isStoredLate) => {
        const feed = new ContractFeed();
        const alone = (messages: readonly Message[]): Thread => new ContractFeed().thread(messages, []);
        let before: readonly Message[] = [];
        let heard: readonly object[] = [];
        for (const [index, { stored, live }] of turns.entries()) {
          const cut = live.slice(0, counts[index]);
          const above = lines(alone([...before, ...stored.slice(0, 1)]));
          let [count, told] = [1, 0];
          const see = (): void => {
            const thread = feed.thread([...before, ...stored.slice(0, count)], [...heard, ...cut.slice(0, told)]);
            if (!isStoredLate) expect(lines(thread).slice(0, above.length)).toEqual(above);
          };
          see();
          for (const more of steps) {
            count += more.stored;
            told += more.live;
            see();
          }
          told = cut.length;
          see();
          heard = [...heard, ...cut];
          before = [...before, ...stored.slice(0, isStoredLate ? count : stored.length)];
        }
        const history = turns.flatMap(({ stored }) => stored);
        expect(drawn(feed.thread(history, heard))).toEqual(drawn(alone(history)));
        // Where two runs have one name, only who heard them knows where the second one begins.
        if (turns.length > 1 && !turns.every(({ isNamed }) => isNamed)) return;
        expect(page(history, heard)).toBe(page(history, []));
      }),
      { numRuns: 150 },
    );
  });
});
