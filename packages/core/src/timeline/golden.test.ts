import { describe, expect, it } from 'vitest';
import { describeAccount, describeItems } from '../../fixtures/describe-timeline.ts';
import { goldenNames, readExpected, readGolden } from '../../fixtures/golden.ts';
import { parseEvent } from '../ledger/check/parse-event.ts';
import { timeline, threadOf } from './timeline.ts';

describe('golden ledgers: the timeline is what a person must see', () => {
  it('each has its expectation', () => {
    expect(goldenNames.length).toBeGreaterThan(30);
    for (const name of goldenNames) expect(readExpected(name).items.length).toBeGreaterThan(0);
  });

  it.each(goldenNames)('%s is a ledger: every line an event of its thread, numbered from 1', (name) => {
    for (const [index, event] of readGolden(name).entries()) {
      expect(parseEvent(event)).toEqual({ ok: true, event });
      expect([event.thread, event.seq]).toEqual([name, index + 1]);
    }
  });

  it.each(goldenNames)('%s', (name) => {
    const expected = readExpected(name);
    const thread = threadOf(readGolden(name));
    const { state } = thread;
    expect(describeItems(timeline(thread).items)).toEqual(expected.items);
    expect([...state.anomalies.first].slice(expected.anomalies)).toEqual([]);
    expect(state.anomalies.count).toBe(expected.anomalies);
    expect(state.life).toBe(expected.closed ? 'closed' : 'open');
    if (expected.account === undefined) expect(state.account.records).toBe(0);
    else expect(describeAccount(state.account)).toEqual(expected.account);
  });
});

const moments = goldenNames.flatMap((name) =>
  (readExpected(name).moments ?? []).map((moment) => ({ name, ...moment })),
);

describe('golden ledgers: and on the way to it', () => {
  it.each(moments)('$name after $after: $why', ({ name, after, items }) => {
    const events = readGolden(name).slice(0, after);
    expect(events.length).toBe(after);
    expect(describeItems(timeline(threadOf(events)).items)).toEqual(items);
  });
});
