import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import { foldAll, threadOf, timeline } from '../index.ts';
import type { EventDraft, LedgerEvent } from '../index.ts';
import { groupHeader } from '../timeline/lines/group-header.ts';
import { workedMs } from './worked-ms.ts';

const START = 1_770_000_000_000;
const SECOND = 1000;
const HOUR = 3600 * SECOND;

type Told = readonly [at: number, draft: EventDraft];

function eventsOf(told: readonly Told[]): readonly LedgerEvent[] {
  return told.map(([at, draft], index) => ({ v: 1, thread: 't', seq: index + 1, ...draft, at: START + at }));
}

const IMPORTED: Told = [0, { type: 'thread.created', source: { format: 'claude-code' } }];
const said = (at: number): Told => [
  at,
  { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'Go' }] },
];
const record = (at: number, line: number): Told => [at, { type: 'source.record', line, byte: line, fate: 'shown' }];

/** A turn of two seconds. */
function turn(at: number, step: number, end: 'stop' | 'tool_calls' = 'stop'): readonly Told[] {
  return [
    said(at),
    [at + SECOND, { type: 'agent.step.started', step }],
    [at + 2 * SECOND, { type: 'agent.step.completed', step, finish_reason: end }],
    record(at + 2 * SECOND, step),
  ];
}

const hours = [0, 1, 2, 3];

it('[L3] the time from the end of a turn to the next prompt is no work: four turns of two seconds, an hour apart, took eight', () => {
  const events = eventsOf([IMPORTED, ...hours.flatMap((hour) => turn(hour * HOUR, hour + 1))]);
  expect(workedMs(foldAll(events))).toBe(8 * SECOND);
});

it('where nothing says that a turn ended, a pause counts as five minutes at most', () => {
  const events = eventsOf([IMPORTED, ...hours.flatMap((hour) => turn(hour * HOUR, hour + 1, 'tool_calls'))]);
  expect(workedMs(foldAll(events))).toBe(2 * SECOND + 3 * (5 * 60 + 2) * SECOND);
});

it('what a subagent does after the turn ended is work, also where it is told later than what follows', () => {
  const child: readonly Told[] = [
    [60 * SECOND, { type: 'agent.step.started', step: 1, scope: 'child:c' }],
    [90 * SECOND, { type: 'agent.step.completed', step: 1, scope: 'child:c', finish_reason: 'stop' }],
  ];
  const events = eventsOf([IMPORTED, ...turn(0, 1), ...turn(92 * SECOND, 2), ...child]);
  expect(workedMs(foldAll(events))).toBe(34 * SECOND);
});

it('a fork of an import has worked as long as what it continues, before its own runs and after them', () => {
  const forked: Told = [0, { type: 'thread.created', origin: { thread: 'session-1', seq: 9 } }];
  const before = [forked, ...turn(0, 1), ...turn(HOUR, 2)];
  expect(workedMs(foldAll(eventsOf(before)))).toBe(4 * SECOND);
  const run: readonly Told[] = [
    said(2 * HOUR),
    [2 * HOUR, { type: 'agent.status', status: 'running', run: 'r' }],
    [2 * HOUR + 3 * SECOND, { type: 'agent.status', status: 'completed', run: 'r' }],
  ];
  expect(workedMs(foldAll(eventsOf([...before, ...run])))).toBe(7 * SECOND);
});

it('[issue 13] while a run is under way its time goes on: five minutes without a word, or as long as a call runs', () => {
  const begun: readonly Told[] = [
    [0, { type: 'thread.created' }],
    [0, { type: 'agent.status', status: 'running' }],
    [0, { type: 'agent.step.started', step: 1 }],
  ];
  const called: readonly Told[] = [
    [2 * SECOND, { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'x', arguments: '{}' }],
    [2 * SECOND, { type: 'agent.tool.started', step: 1, call: 'c' }],
  ];
  const ended: Told = [3 * SECOND, { type: 'agent.status', status: 'cancelled' }];
  const worked = (told: readonly Told[], now: number): number =>
    workedMs(foldAll(eventsOf(told)), START + now) / SECOND;
  expect([worked(begun, 0), worked(begun, 7 * SECOND), worked(begun, HOUR)]).toEqual([0, 7, 300]);
  expect([worked([...begun, ...called], 9 * SECOND), worked([...begun, ...called], HOUR)]).toEqual([9, 3600]);
  // A clock may be behind that of the server.
  expect([worked([...begun, ...called], SECOND), worked([...begun, ...called, ended], HOUR)]).toEqual([2, 3]);
});

it('[L3] in any history of another agent no group took longer than the session', () => {
  fc.assert(
    fc.property(arbitraryHistory(), fc.infiniteStream(fc.nat({ max: 20 * 60 })), (history, gaps) => {
      let at = START;
      const times = gaps[Symbol.iterator]();
      const told = history.map((event) => ({ ...event, at: (at += Number(times.next().value) * SECOND) }));
      const events = [...eventsOf([IMPORTED]), ...told.slice(1)];
      const took = [...timeline(threadOf(events)).items].flatMap((item) =>
        item.kind === 'group' ? (groupHeader(item)?.durationMs ?? 0) : 0,
      );
      expect(Math.max(0, ...took)).toBeLessThanOrEqual(workedMs(foldAll(events)));
    }),
    { numRuns: 60 },
  );
});
