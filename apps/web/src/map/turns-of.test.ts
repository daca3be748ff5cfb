import { readFileSync } from 'node:fs';
import { foldAll, timeline, threadOf } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { isStopping } from '@toolthread/core/queries';
import { english, formatDuration } from '@toolthread/core/text';
import { describe, expect, test } from 'vitest';
import { totalsOf, totalsText } from '../bar/totals.ts';
import { turnAt, turnsOf } from './turns-of.ts';
import { isSomeoneAtWork, answererName } from '../thread/is-someone-at-work.ts';

const events = readFileSync(new URL('../../../../packages/core/fixtures/tour.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): LedgerEvent => JSON.parse(line));
const after = (count: number): ReturnType<typeof foldAll> => foldAll(events.slice(0, count));
const turns = (count: number): ReturnType<typeof turnsOf> => turnsOf(timeline(threadOf(events.slice(0, count))).items);

describe('the map of turns', () => {
  test('has a turn for each thing a person said, and a mark for each piece of it', () => {
    expect(turns(122).map(({ label, marks }) => [label?.slice(0, 12), marks])).toEqual([
      ['Upgrade the ', ['failed', 'plain']],
      ['Thanks! Does', ['plain']],
      ['Never mind, ', ['plain']],
    ]);
  });

  test('shows what works and what waits', () => {
    expect(turns(20)[0]?.marks).toEqual(['working']);
    expect(turns(31)[0]?.marks).toEqual(['waiting', 'waiting']);
  });

  test('has no mark for what shows nothing', () => {
    const at = { v: 1, thread: 't', at: 0 } as const;
    const asked: readonly LedgerEvent[] = [
      { ...at, seq: 1, type: 'agent.status', status: 'running' },
      { ...at, seq: 2, type: 'request.opened', request: 'r', kind: 'plan' },
      { ...at, seq: 3, type: 'agent.status', status: 'awaiting_user' },
    ];
    expect(turnsOf(timeline(threadOf(asked)).items).map(({ marks }) => marks)).toEqual([['waiting']]);
  });

  test('knows the turn of an item', () => {
    const all = turns(122);
    const second = all[1]?.index ?? 0;
    expect([turnAt(all, 0), turnAt(all, second - 1), turnAt(all, second), turnAt(all, 999)]).toEqual([0, 0, 1, 2]);
    expect(turnAt([], 3)).toBe(0);
  });
});

describe('the bar above a thread', () => {
  test('sums calls, failures, time and tokens of the whole thread', () => {
    const totals = totalsOf(after(122));
    expect(totals).toMatchObject({ calls: 11, failed: 1 });
    expect(totalsText(totals, english)).toBe('11 tool calls · 1 failed · 18.1s · 992 output tokens');
    expect(totalsText(totalsOf(after(1)), english)).toBe('');
    expect(totalsText({ calls: 1, failed: 0, durationMs: 0, tokens: 2_500_000 }, english)).toBe(
      '1 tool call · 2.5M output tokens',
    );
  });

  test('counts a command of a minute as a minute, two at once as one, and no waiting for a person', () => {
    const drafts: readonly EventDraft[] = [
      { type: 'agent.step.started', step: 1, at: 0 },
      ...['a', 'b', 'c'].map((call, part): EventDraft => {
        return { type: 'agent.tool.called', step: 1, part, call, name: 'run', arguments: '{}', at: 4_000 };
      }),
      { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls', duration_ms: 4_500, at: 4_500 },
      { type: 'agent.tool.started', step: 1, call: 'a', at: 5_000 },
      { type: 'agent.tool.started', step: 1, call: 'b', at: 5_000 },
      { type: 'request.opened', request: 'r', kind: 'approval', call: 'c', step: 1, at: 5_000 },
      { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'done', at: 65_000 },
      { type: 'agent.tool.completed', step: 1, call: 'b', outcome: 'done', at: 65_000 },
      { type: 'request.resolved', request: 'r', decision: 'once', at: 900_000 },
      { type: 'agent.tool.started', step: 1, call: 'c', at: 900_000 },
      { type: 'agent.tool.completed', step: 1, call: 'c', outcome: 'done', at: 901_000 },
    ];
    const begun = 1_770_000_000_000;
    const events = drafts.map((draft, index): LedgerEvent => ({
      v: 1,
      thread: 't',
      seq: index + 1,
      ...draft,
      at: begun + (draft.at ?? 0),
    }));
    // From the first record to the end of the command, and the last call.
    expect(totalsText(totalsOf(foldAll(events)), english)).toBe(`3 tool calls · ${formatDuration(65_000 + 1_000)}`);
  });

  test('names who answers: the model, the agent of this server, or one that is elsewhere', () => {
    const created = (agent: { agent?: 'elsewhere' }): ReturnType<typeof foldAll> =>
      foldAll([{ v: 1, thread: 't', seq: 1, at: 0, type: 'thread.created', ...agent }]);
    expect(answererName(after(10), 'demo agent')).toBe('claude-opus-4-7');
    expect(answererName(created({}), 'demo agent')).toBe('demo agent');
    expect(answererName(created({ agent: 'elsewhere' }), 'demo agent')).toBe(undefined);
    const chosen = (agent: string): ReturnType<typeof foldAll> =>
      foldAll([
        { v: 1, thread: 't', seq: 1, at: 0, type: 'thread.created' },
        { v: 1, thread: 't', seq: 2, at: 0, type: 'agent.chosen', agent },
      ]);
    expect(answererName(chosen('built-in'), 'gpt-5-mini')).toBe('gpt-5-mini');
    expect(answererName(chosen('team'), 'gpt-5-mini')).toBe('team');
  });

  test('knows whether there is something to stop', () => {
    expect([isSomeoneAtWork(after(10)), isSomeoneAtWork(after(31)), isSomeoneAtWork(after(100))]).toEqual([
      true,
      true,
      false,
    ]);
    expect([isStopping(after(109)), isStopping(after(110)), isStopping(after(113))]).toEqual([false, true, false]);
  });
});
