import { foldTrusted, newThread, timeline } from '@toolthread/core';
import { exampleEvents } from '@toolthread/core/testing';
import { expect, it } from 'vitest';
import { passingPieces } from './passing-pieces.ts';

async function* twice(): AsyncGenerator<ReturnType<typeof piece>> {
  yield piece();
  yield piece();
}

function piece() {
  return { ...foldTrusted(newThread('t1'), exampleEvents), events: exampleEvents };
}

it('a piece that was gone past holds nothing that was said in it', async () => {
  const gone: ReturnType<typeof piece>[] = [];
  for await (const one of passingPieces(twice())) {
    expect(one.events).toEqual(exampleEvents);
    gone.push(one);
  }
  expect(gone.map((one) => [one.events.length, timeline(one).items.length])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(gone.map(({ state }) => state.seq)).toEqual([14, 14]);
});

it('nor does a part of it that somebody kept', async () => {
  const kept: (readonly [ReturnType<typeof timeline>, ReturnType<typeof piece>['state'], readonly unknown[]])[] = [];
  for await (const one of passingPieces(twice())) {
    kept.push([timeline(one), one.state, one.events]);
    expect(timeline(one).items.length).toBeGreaterThan(0);
  }
  const left = kept.map(([drawn, state, events]) => [
    drawn.items.length,
    state.steps.size,
    state.log.length,
    events.length,
  ]);
  expect(left).toEqual([
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});

it('whoever stops early ends the reading', async () => {
  const pieces = twice();
  for await (const one of passingPieces(pieces)) if (one.events.length > 0) break;
  expect((await pieces.next()).done).toBe(true);
});
