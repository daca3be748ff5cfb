import { expect, it } from 'vitest';
import { foldAll } from '../index.ts';
import type { EventDraft, LedgerEvent } from '../index.ts';
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
