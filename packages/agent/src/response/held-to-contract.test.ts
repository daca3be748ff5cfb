import type { ModelEvent } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import { GRACE_MS, heldToContract } from './held-to-contract.ts';

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

async function* said(...events: ModelEvent[]): AsyncGenerator<ModelEvent> {
  await Promise.resolve();
  yield* events;
}

const word: ModelEvent = { type: 'text.delta', part: 0, text: 'a' };
const live = (): AbortSignal => new AbortController().signal;

test('what keeps the contract passes as it is', async () => {
  const events: ModelEvent[] = [word, { type: 'end', reason: 'length' }];
  expect(await collect(heldToContract(() => said(...events), live(), new VirtualClock()))).toEqual(events);
});

test('nothing comes after the end', async () => {
  const held = heldToContract(() => said({ type: 'end', reason: 'stop' }, word), live(), new VirtualClock());
  expect(await collect(held)).toEqual([{ type: 'end', reason: 'stop' }]);
});

test('a model that stops without an end, or throws, has failed, and may be asked again', async () => {
  const stops = await collect(heldToContract(() => said(word), live(), new VirtualClock()));
  expect(stops).toMatchObject([word, { type: 'end', reason: 'error', error: { retryable: true } }]);
  const throws = await collect(
    heldToContract(
      () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('reset')) }) }),
      live(),
      new VirtualClock(),
    ),
  );
  expect(throws).toMatchObject([{ type: 'end', reason: 'error', error: { message: 'reset' } }]);
});

test('a model that does not hear the abort is left after the grace', async () => {
  const [clock, stop] = [new VirtualClock(), new AbortController()];
  const deaf: AsyncIterable<ModelEvent> = {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
  };
  let ended: ModelEvent[] | undefined;
  void collect(heldToContract(() => deaf, stop.signal, clock)).then((events) => {
    ended = events;
  });
  await settle();
  stop.abort();
  await clock.pass(GRACE_MS - 1);
  expect(ended).toBeUndefined();
  await clock.pass(1);
  expect(ended).toEqual([{ type: 'end', reason: 'aborted' }]);
});

test('an error after the abort is the abort; an abort that nobody asked for is an error', async () => {
  const stop = new AbortController();
  stop.abort();
  const failed: ModelEvent = { type: 'end', reason: 'error', error: { message: 'AbortError' } };
  expect(await collect(heldToContract(() => said(failed), stop.signal, new VirtualClock()))).toMatchObject([
    { reason: 'aborted' },
  ]);
  const aborted: ModelEvent = { type: 'end', reason: 'aborted' };
  expect(await collect(heldToContract(() => said(aborted), live(), new VirtualClock()))).toMatchObject([
    { reason: 'error', error: { retryable: true } },
  ]);
});
