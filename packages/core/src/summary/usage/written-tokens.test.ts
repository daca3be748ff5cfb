import { expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { writtenTokens } from './written-tokens.ts';

it('[issue 11] the tokens of a thread are those that its models wrote, not those that they read', () => {
  let all = 0;
  for (const name of goldenNames) {
    const events = readGolden(name);
    // What was told twice or taken back counts once, or not at all.
    if (name === 'repeats-and-overlaps' || events.some(({ type }) => type === 'thread.rewound')) continue;
    const written = events.map((event) =>
      event.type === 'agent.step.completed' || event.type === 'context.compacted'
        ? (event.usage?.output_tokens ?? 0)
        : 0,
    );
    const tokens = writtenTokens(foldAll(events));
    expect([name, tokens]).toEqual([name, written.reduce((sum, count) => sum + count, 0)]);
    all += tokens;
  }
  expect(all).toBeGreaterThan(0);
});
