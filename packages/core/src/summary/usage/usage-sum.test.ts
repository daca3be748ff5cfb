import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { costOf } from './price.ts';
import { timeRows, USAGE_COUNTS, usageRows } from './usage-rows.ts';
import type { UsageRow } from './usage-rows.ts';
import { usageSum } from './usage-sum.ts';

const QUARTER_MS = 15 * 60_000;
const prices = (model: string) => (model === 'm-1' ? { input: 3, output: 15, cacheRead: 0.3 } : undefined);
const nothing = usageSum([], prices);

const small = fc.nat({ max: 1_000_000 });
const anyRow: fc.Arbitrary<UsageRow> = fc.record(
  {
    at: fc.nat({ max: 2_000_000_000 }),
    model: fc.constantFrom('m-1', 'm-2', '__proto__', ''),
    tool: fc.constantFrom('Bash', 'constructor'),
    input_tokens: small,
    output_tokens: small,
    cache_read_tokens: small,
    cache_write_tokens: small,
    reasoning_tokens: small,
    calls: small,
    failed: small,
    worked_ms: small,
    waited_ms: small,
  },
  { requiredKeys: ['at'] },
);

function rowsOf(...drafts: readonly EventDraft[]) {
  const writer = new LedgerWriter('t');
  drafts.forEach((draft, index) => writer.write(draft, QUARTER_MS * 7 + index));
  return usageRows(foldAll(writer.events));
}

describe('what rows come to', () => {
  it('the sums of any groups come to the sum of all, and no token is both priced and not', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (rows, groups) => {
        const total = usageSum(rows, prices);
        const sums = Array.from({ length: groups }, (_, group) =>
          usageSum(
            rows.filter((row) => row.at % groups === group),
            prices,
          ),
        );
        for (const count of [...USAGE_COUNTS, 'unpriced_tokens'] as const)
          expect(sums.reduce((sum, each) => sum + each[count], 0)).toBe(total[count]);
        expect(sums.reduce((sum, { cost }) => sum + cost, 0)).toBeCloseTo(total.cost, 6);
        const unpriced = usageSum(
          rows.filter(({ model }) => model !== 'm-1'),
          prices,
        );
        expect([unpriced.cost, unpriced.unpriced_tokens]).toEqual([0, total.unpriced_tokens]);
      }),
    );
  });

  it('a cache has prices of its own, or those of the input', () => {
    const usage = { input_tokens: 1e6, output_tokens: 0, cache_read_tokens: 1e6, cache_write_tokens: 1e6 };
    expect(costOf(usage, { input: 2, output: 1 })).toBe(6);
    expect(costOf(usage, { input: 2, output: 1, cacheRead: 0, cacheWrite: 3 })).toBe(5);
  });
});

describe('the rows of a thread', () => {
  it('have the tokens of every step and every recorded call of the state, each once, and may have those that were rewound', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        const state = foldAll(events);
        const sum = usageSum(usageRows(state), prices);
        let [output, calls] = [0, 0];
        for (const [, { end }] of state.steps.entries()) output += end?.usage?.output_tokens ?? 0;
        for (const entry of state.log)
          if (entry.kind === 'compaction') output += entry.compaction.usage?.output_tokens ?? 0;
        for (const [, { recorded }] of state.calls.byPlace.entries()) calls += recorded ? 1 : 0;
        if (events.some(({ type }) => type === 'thread.rewound')) {
          expect(sum.output_tokens).toBeGreaterThanOrEqual(output);
          expect(sum.calls).toBeGreaterThanOrEqual(calls);
        } else expect([sum.output_tokens, sum.calls]).toEqual([output, calls]);
      }),
    );
  });

  it('what was rewound was paid; what was rewound and told again was paid once', () => {
    const step = (number: number, output: number): readonly EventDraft[] => [
      { type: 'agent.step.started', step: number, at: QUARTER_MS * 8 + output },
      { type: 'agent.tool.called', step: number, part: 0, call: `c${number}`, name: 'x', arguments: '{}' },
      {
        type: 'agent.step.completed',
        step: number,
        finish_reason: 'stop',
        usage: { input_tokens: 0, output_tokens: output },
      },
    ];
    const first: EventDraft = { type: 'message.posted', author: '@human', parts: [], delivery: 'now' };
    const rewound: EventDraft = { type: 'thread.rewound', to: 1 };
    const sumOf = (...drafts: readonly EventDraft[]) =>
      usageSum(rowsOf({ type: 'thread.created' }, first, ...drafts), prices);
    const outputOf = (...drafts: readonly EventDraft[]) => {
      const { calls, output_tokens } = sumOf(...drafts);
      const seen = new Set<number>();
      for (const { type, at } of drafts) if (type === 'agent.step.started' && at !== undefined) seen.add(at);
      // Each response made one call.
      expect(calls).toBe(seen.size);
      return output_tokens;
    };
    expect(outputOf(...step(1, 20), rewound, ...step(2, 300))).toBe(320);
    expect(outputOf(...step(1, 20), ...step(2, 300), rewound)).toBe(320);
    expect(outputOf(...step(1, 20), rewound, ...step(2, 20))).toBe(20);
    expect(outputOf(...step(1, 20), rewound, ...step(2, 20), rewound)).toBe(20);
    const usage = { input_tokens: 0, output_tokens: 5 };
    const summary: EventDraft = { type: 'context.compacted', summary: 'What was.', replaces_to: 3, usage };
    expect(outputOf(...step(1, 20), summary, rewound, ...step(2, 300), rewound)).toBe(325);
  });

  it('a response that somebody spoke into was paid, where the rewind lands on those words', () => {
    const said: EventDraft = { type: 'message.posted', author: '@human', parts: [], delivery: 'steer' };
    const usage = { input_tokens: 0, output_tokens: 7 };
    const rows = rowsOf(
      { type: 'thread.created' },
      { type: 'agent.step.started', step: 1 },
      said,
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop', usage },
      { type: 'thread.rewound', to: 3 },
      { type: 'thread.rewound', to: 3 },
    );
    expect(usageSum(rows, prices).output_tokens).toBe(7);
  });

  it('name the model that answered and when, the tool and the quarter of an hour; a compaction is paid, too', () => {
    const rows = rowsOf(
      { type: 'thread.created' },
      { type: 'agent.configured', provider: 'p', api: 'a', model: 'm-1' },
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'Bash', arguments: '{}' },
      { type: 'agent.tool.completed', call: 'c', outcome: 'failed', parts: [] },
      {
        type: 'agent.step.completed',
        step: 1,
        finish_reason: 'tool_calls',
        usage: { input_tokens: 5, output_tokens: 2 },
      },
      { type: 'context.compacted', summary: 's', replaces_to: 1, usage: { input_tokens: 100, output_tokens: 0 } },
    );
    expect(rows).toEqual([
      { at: 7 * QUARTER_MS + 5, model: 'm-1', input_tokens: 5, output_tokens: 2 },
      { at: 7 * QUARTER_MS + 6, model: 'm-1', input_tokens: 100 },
      { at: 7 * QUARTER_MS, model: 'm-1', tool: 'Bash', calls: 1, failed: 1 },
    ]);
  });

  it.each([-5, 0.5, 1e300])('%d is no count of tokens', (count) => {
    const usage = { input_tokens: 3, output_tokens: count, cache_read_tokens: count };
    const rows = rowsOf(
      { type: 'thread.created' },
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop', usage },
    );
    expect(rows).toEqual([{ at: 7 * QUARTER_MS + 2, input_tokens: 3 }]);
  });
});

describe('stretches of time', () => {
  it('are cut at the quarters of an hour, and lose nothing', () => {
    const span = fc.tuple(fc.nat({ max: 1e9 }), fc.nat({ max: 1e8 })).map(([from, ms]) => [from, from + ms] as const);
    fc.assert(
      fc.property(fc.array(span), fc.array(span), (worked, waited) => {
        const sum = usageSum(timeRows(worked, waited), prices);
        const lasting = (spans: typeof worked) => spans.reduce((ms, [from, to]) => ms + to - from, 0);
        expect(sum).toEqual({ ...nothing, worked_ms: lasting(worked), waited_ms: lasting(waited) });
      }),
    );
    expect(timeRows([[QUARTER_MS - 1, 2 * QUARTER_MS + 1]], [])).toEqual([
      { at: 0, worked_ms: 1 },
      { at: QUARTER_MS, worked_ms: QUARTER_MS },
      { at: 2 * QUARTER_MS, worked_ms: 1 },
    ]);
  });

  it('what a file says to have lasted from 1970 to 9999 takes no more than some thousand rows', () => {
    const rows = timeRows([], [[1, 253_402_300_799_999]]);
    expect(rows.length).toBeLessThan(4000);
    expect(usageSum(rows, prices).waited_ms).toBe(253_402_300_799_998);
  });
});
