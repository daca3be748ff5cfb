/** What must hold for the requests that the golden ledgers lead to. */
import { foldAll } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';
import { goldenNames, readGolden } from '@toolthread/core/testing';
import { expect } from 'vitest';
import type { TakeNote } from '../src/wire/encode/encode-request.ts';

const SCOPES = [undefined, 'agent:pm', 'agent:coder', 'child:r1', 'team'];

type Messages = readonly CompletionMessage[];

/** What each of the participants would send. */
export function viewsOf(events: readonly LedgerEvent[]): Messages[] {
  const state = foldAll(events);
  return SCOPES.map((scope) => completionMessages(state, scope === undefined ? {} : { scope }));
}

/** At every event, whoever asks: `expectGoldenTaken((messages) => anthropicProblems(encode({ … })))` */
export function expectGoldenTaken(problemsOf: (messages: Messages) => string[]): void {
  for (const name of goldenNames) {
    const events = readGolden(name);
    for (let length = 1; length <= events.length; length += 1) {
      for (const messages of viewsOf(events.slice(0, length))) {
        expect([name, length, ...problemsOf(messages)]).toEqual([name, length]);
      }
    }
  }
}

/** Within an epoch a request is, byte for byte, the beginning of the next. */
export function expectGoldenGrowth(turnsOf: (messages: Messages, note: TakeNote) => readonly object[]): void {
  let compared = 0;
  // There a result stands in the file before its call: it is an orphan until the call is read.
  for (const name of goldenNames.filter((golden) => golden !== 'result-before-call')) {
    const requests = requestsOf(readGolden(name), turnsOf);
    for (const [index, next] of requests.entries()) {
      const before = requests[index - 1];
      if (before === undefined || before.epoch !== next.epoch) continue;
      compared += 1;
      // Two steps with nothing said between them are one turn of the model: it grows, and the marker after it goes.
      const closed = before.bytes.slice(0, before.isMarked ? -2 : -1);
      const grows = before.bytes[closed.length]?.slice(0, -2) ?? '';
      expect([name, ...next.bytes.slice(0, closed.length)]).toEqual([name, ...closed]);
      expect([name, next.bytes[closed.length]?.slice(0, grows.length)]).toEqual([name, grows]);
    }
  }
  expect(compared).toBeGreaterThan(20);
}

/** Where a request was made: before each step, from the events it was built from. */
function requestsOf(
  events: readonly LedgerEvent[],
  turnsOf: Parameters<typeof expectGoldenGrowth>[0],
): { epoch: number; bytes: string[]; isMarked: boolean }[] {
  let epoch = 0;
  return events.flatMap((event, index) => {
    if (/^(agent\.configured|context\.compacted|thread\.rewound|event\.purged)$/.test(event.type)) epoch += 1;
    if (event.type !== 'agent.step.started' || event.scope !== undefined) return [];
    const notes: string[] = [];
    const turns = turnsOf(completionMessages(foldAll(events.slice(0, index))), (note) => notes.push(note));
    return [{ epoch, bytes: turns.map((turn) => JSON.stringify(turn)), isMarked: notes.includes('marker-end') }];
  });
}
