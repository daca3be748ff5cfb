/** What runs have used, for whom and when. */
import { foldAll, type EventDraft } from '@toolthread/core';
import { usageRows, type UsageRow } from '@toolthread/core/summary';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ledger, RunClaim } from '../../src/ledger.ts';
import { dayOf } from '../../src/spent/spent.ts';
import { message, newThread, type Open, readAll, start, unwrap } from './start.ts';

const DAY_MS = 86_400_000;

function configured(model: string): EventDraft {
  return { type: 'agent.configured', provider: 'p', api: 'a', model };
}

function response(step: number, tokens: number): readonly EventDraft[] {
  const usage = {
    input_tokens: tokens,
    output_tokens: 2 * tokens,
    cache_read_tokens: 3 * tokens,
    reasoning_tokens: tokens,
  };
  return [
    { type: 'agent.step.started', step },
    { type: 'agent.step.completed', step, finish_reason: 'stop', usage },
  ];
}

/** A run of its own in a thread of its own. */
async function claimedThread(ledger: Ledger, model = 'm-1'): Promise<{ thread: string; run: RunClaim }> {
  const thread = await newThread(ledger);
  unwrap(await ledger.append(thread, [message('one')]));
  const run = unwrap(await ledger.claimRun(thread, 'r1'));
  unwrap(await ledger.append(thread, [configured(model)], { run }));
  return { thread, run };
}

function tokensIn(rows: readonly UsageRow[]): number {
  return rows.reduce((sum, { input_tokens: n = 0 }) => sum + n, 0);
}

export function spentContract(open: Open): void {
  describe('what was spent', () => {
    test('is counted with the response, for the person, the day in UTC and the model', async () => {
      const { ledger, clock, reopen } = await start(open);
      clock.now = 10 * DAY_MS - 1;
      const { thread, run } = await claimedThread(ledger);
      unwrap(await ledger.append(thread, response(1, 5), { run, person: 'Ada' }));
      unwrap(await ledger.append(thread, response(2, 7), { run, person: 'Ada' }));
      clock.now += 1;
      unwrap(await ledger.append(thread, [configured('m-2\0'), ...response(3, 11)], { run, person: 'Ada' }));
      unwrap(await ledger.append(thread, response(4, 13), { run, person: 'Bob' }));
      const again = await reopen();
      const of = async (person: string, day: number): Promise<readonly UsageRow[]> =>
        unwrap(await again.spent.of(person, day));
      expect(dayOf(clock.now)).toBe(10);
      expect(await of('Ada', 9)).toEqual([
        {
          at: 9 * DAY_MS,
          model: 'm-1',
          input_tokens: 12,
          output_tokens: 24,
          cache_read_tokens: 36,
          reasoning_tokens: 12,
        },
      ]);
      expect(await of('Ada', 10)).toMatchObject([{ model: 'm-2\0', input_tokens: 11 }]);
      expect(await of('Bob', 10)).toMatchObject([{ model: 'm-2\0', input_tokens: 13 }]);
      expect(await of('Bob', 9)).toEqual([]);
      await again.close();
    });

    test('is not what no run of ours asked for, nor what was refused, nor an end that is told again', async () => {
      const { ledger } = await start(open);
      const { thread, run } = await claimedThread(ledger);
      unwrap(await ledger.append(thread, response(1, 5), { person: 'Ada' }));
      unwrap(await ledger.append(thread, response(2, 5), { run }));
      unwrap(await ledger.claimRun(thread, 'r2'));
      expect(await ledger.append(thread, response(3, 5), { run, person: 'Ada' })).toMatchObject({ ok: false });
      expect(unwrap(await ledger.spent.of('Ada', 0))).toEqual([]);
      const later = unwrap(await ledger.claimRun(thread, 'r3'));
      unwrap(await ledger.append(thread, response(4, 5), { run: later, person: 'Ada' }));
      unwrap(await ledger.append(thread, response(4, 5), { run: later, person: 'Ada' }));
      expect(tokensIn(unwrap(await ledger.spent.of('Ada', 0)))).toBe(5);
    });

    test('takes a number that cannot be for none, and one that is too large for the largest: the thread is written', async () => {
      const { ledger } = await start(open);
      const { thread, run } = await claimedThread(ledger);
      for (const [step, tokens] of [-5, 0.5, 2 ** 60, Number.MAX_SAFE_INTEGER].entries())
        unwrap(await ledger.append(thread, response(step + 1, tokens), { run, person: 'Ada' }));
      expect(tokensIn(unwrap(await ledger.spent.of('Ada', 0)))).toBe(1_000_000_000_000);
    });

    test('stays when its thread is deleted, and goes with the person, with their limits', async () => {
      const { ledger } = await start(open);
      const { thread, run } = await claimedThread(ledger);
      unwrap(await ledger.people.accounts.add('Ada', 'p'));
      unwrap(await ledger.append(thread, response(1, 5), { run, person: 'Ada' }));
      unwrap(await ledger.spent.limit('Ada', { tokens: 100, cost: 0.25 }));
      unwrap(await ledger.spent.limit('Bob', { cost: 3 }));
      unwrap(await ledger.deleteThread(thread));
      expect(tokensIn(unwrap(await ledger.spent.of('Ada', 0)))).toBe(5);
      expect(unwrap(await ledger.spent.limits('Ada'))).toEqual({ tokens: 100, cost: 0.25 });
      expect(unwrap(await ledger.spent.limited())).toEqual(['Ada', 'Bob']);
      unwrap(await ledger.people.accounts.remove('Ada', 'stay'));
      expect(unwrap(await ledger.spent.of('Ada', 0))).toEqual([]);
      expect(unwrap(await ledger.spent.limits('Ada'))).toEqual({});
      expect(unwrap(await ledger.spent.limits('Bob'))).toEqual({ cost: 3 });
      expect(unwrap(await ledger.spent.limited())).toEqual(['Bob']);
      // A run that they asked for ends after them.
      const later = await claimedThread(ledger);
      unwrap(await ledger.append(later.thread, response(1, 5), { run: later.run, person: 'Ada' }));
      expect(unwrap(await ledger.spent.of('Ada', 0))).toEqual([]);
      unwrap(await ledger.spent.limit('Bob', {}));
      expect(unwrap(await ledger.spent.limits('Bob'))).toEqual({});
    });

    test('comes to what the ledgers say, whoever writes at the same time, and whatever is rewound', async () => {
      const { ledger, clock } = await start(open);
      const write = fc.record({
        thread: fc.nat(2),
        person: fc.constantFrom('Ada', 'Bob'),
        tokens: fc.integer({ min: 1, max: 1000 }),
        days: fc.nat(1),
        after: fc.constantFrom('nothing', 'summary', 'rewind', 'said again'),
      });
      let began = 100;
      await fc.assert(
        fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
          // Days of its own: the sums of one history are not those of another.
          const first = (began += 100);
          clock.now = first * DAY_MS;
          const threads = await Promise.all([0, 1, 2].map(() => claimedThread(ledger)));
          const steps = [0, 0, 0];
          const pending: Promise<unknown>[] = [];
          for (const { thread: n, person, tokens, days, after } of writes) {
            const { thread, run } = threads[n]!;
            clock.now += days * DAY_MS;
            // No two responses of one agent begin in the same moment.
            const at = (clock.now += 1);
            const drafts = response((steps[n]! += 1), tokens).map((draft) => ({ ...draft, at }));
            const summary: EventDraft = {
              type: 'context.compacted',
              at,
              summary: 's',
              replaces_to: 1,
              usage: { input_tokens: tokens, output_tokens: 1 },
            };
            const more: Readonly<Record<typeof after, readonly EventDraft[]>> = {
              nothing: [],
              summary: [summary],
              rewind: [{ type: 'thread.rewound', to: 3 }],
              'said again': drafts.slice(1),
            };
            pending.push(
              ledger.append(thread, [...drafts, ...more[after]], { run, person }).then((written) => unwrap(written)),
            );
            if (days > 0) await Promise.all(pending);
          }
          await Promise.all(pending);
          const told = await Promise.all(
            threads.map(async ({ thread }) => usageRows(foldAll(await readAll(ledger, thread)))),
          );
          const days = Array.from({ length: writes.length + 1 }, (_, n) => first + n);
          for (const day of days) {
            const kept = [...unwrap(await ledger.spent.of('Ada', day)), ...unwrap(await ledger.spent.of('Bob', day))];
            const said = told.flat().filter(({ at }) => dayOf(at) === day);
            for (const count of ['input_tokens', 'output_tokens', 'cache_read_tokens', 'reasoning_tokens'] as const)
              expect(sum(kept, count)).toBe(sum(said, count));
          }
        }),
        { seed: 14, numRuns: 25 },
      );
    });
  });
}

function sum(rows: readonly UsageRow[], count: keyof UsageRow): number {
  return rows.reduce((all, row) => all + Number(row[count] ?? 0), 0);
}
