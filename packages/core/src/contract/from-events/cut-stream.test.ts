import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractTurns, contractTurnsInTime } from '../../../test/contract-turns.ts';
import { renderText } from '../../blocks/render-text.ts';
import { appendDrafts } from '../../ledger/append-drafts.ts';
import { scopesAtWork } from '../../ledger/scope-kind.ts';
import { foldThread, newThread, threadOf, timeline } from '../../timeline/timeline.ts';
import type { Thread } from '../../timeline/timeline.ts';
import { fromMessages } from '../from-messages/from-messages.ts';
import { contractReader } from './contract-reader.ts';

function read(records: readonly unknown[], isEnded: boolean): Thread {
  const reader = contractReader();
  let thread = newThread('t1');
  const told = [...records.map((record) => () => reader.push(record)), ...(isEnded ? [() => reader.end()] : [])];
  for (const tell of told) {
    for (const event of appendDrafts(thread.state, tell(), 0)) thread = foldThread(thread, event);
  }
  return thread;
}

/** All that is drawn. Of the arguments of a call the first telling counts: the stored one says more. */
const drawn = (thread: Thread): string[] =>
  renderText(timeline(thread), { form: 'expanded' }).replaceAll(', all)', ')').split('\n');

const order = fc.array(fc.constantFrom('live', 'stored'), { maxLength: 30, size: 'max' });
const cuts = fc.array(fc.nat(16), { minLength: 2, maxLength: 2 });

test('[seed 001] a stream that is cut anywhere, and stored messages that come at any moment: what is drawn is what is stored', () => {
  fc.assert(
    fc.property(contractTurns, cuts, order, fc.boolean(), (turns, counts, moments, isEnded) => {
      const records = turns.flatMap(({ stored, live }, index): object[] => {
        const [question, ...rest] = stored;
        const left: { live: object[]; stored: object[] } = { live: live.slice(0, counts[index]), stored: rest };
        const told = moments.flatMap((next) => left[next].splice(0, 1));
        return [question ?? {}, ...told, ...left.live, ...left.stored];
      });
      const thread = read(records, isEnded);
      expect(drawn(thread)).toEqual(drawn(threadOf(fromMessages(turns.flatMap(({ stored }) => stored)))));
      expect(scopesAtWork(thread.state)).toEqual([]);
      expect(thread.state.openSteps.size).toBe(0);
      expect(thread.state.anomalies.count).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('[seed 001] a stretch of events that is told again after a new connection, with its times, adds nothing', () => {
  const again = fc.record({ at: fc.nat(30), count: fc.integer({ min: 2, max: 8 }) });
  fc.assert(
    fc.property(contractTurnsInTime, again, (turns, { at, count }) => {
      const [once, twice] = [false, true].map((isAgain) =>
        turns.flatMap(({ stored, live }) => {
          const place = Math.max(2, Math.min(at, live.length));
          const told = isAgain ? structuredClone(live.slice(Math.max(0, place - count), place)) : [];
          return [...stored.slice(0, 1), ...live.slice(0, place), ...told, ...live.slice(place)];
        }),
      );
      expect(drawn(read(twice ?? [], false))).toEqual(drawn(read(once ?? [], false)));
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('[seed 001] without events of steps, words after a result are a text of their own, whose pieces are counted anew', () => {
  fc.assert(
    fc.property(contractTurnsInTime, (turns) => {
      const records = turns.flatMap(({ stored, live }) => [
        ...stored.slice(0, 1),
        ...live.filter((event) => !`${Reflect.get(event, 'type')}`.startsWith('agent.step')),
      ]);
      const answers = turns.flatMap(({ stored }) => stored.slice(-1)).filter(({ role }) => role === 'assistant');
      expect(drawn(read(records, false)).filter((line) => line.includes('Three'))).toEqual(
        answers.map(({ content }) => content),
      );
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('[seed 001] a turn that is stored, and its events from any of them on: nothing is told twice', () => {
  fc.assert(
    fc.property(contractTurns, fc.nat(30), ([turn], from) => {
      const { stored, live } = turn ?? { stored: [], live: [] };
      expect(drawn(read([...stored, ...live.slice(from)], false))).toEqual(drawn(threadOf(fromMessages(stored))));
    }),
    { numRuns: 300, seed: 1 },
  );
});
