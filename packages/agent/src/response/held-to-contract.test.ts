import type { ModelEvent } from '@toolthread/core/context';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import { GRACE_MS, heldToContract } from './held-to-contract.ts';
import type { Response } from './held-to-contract.ts';

async function collect(response: Response): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for (;;) {
    const { done, value } = await response.next();
    all.push(value);
    if (done === true) return all;
  }
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

/** What a foreign model may do at each call of `next`, whatever the compiler was told. */
const moves = {
  word: () => Promise.resolve({ done: false, value: word }),
  end: () => Promise.resolve({ done: false, value: { type: 'end', reason: 'stop' } }),
  aborted: () => Promise.resolve({ done: false, value: { type: 'end', reason: 'aborted' } }),
  nothing: () => Promise.resolve({ done: false, value: undefined }),
  done: () => Promise.resolve({ done: true, value: undefined }),
  rejects: () => Promise.reject(new Error('reset')),
  rejectsWithNothing: () => Promise.reject(undefined),
  throws: () => {
    throw new Error('thrown');
  },
  noPromise: () => ({ done: false, value: word }),
  noResult: () => Promise.resolve(undefined),
  hangs: () => new Promise(() => undefined),
};
const leaves = {
  quietly: () => Promise.resolve({ done: true, value: undefined }),
  rejects: () => Promise.reject(new Error('not now')),
  throws: () => {
    throw new Error('not now');
  },
  hangs: () => new Promise(() => undefined),
};
const move = fc.constantFrom(...Object.values(moves));
const leave = fc.constantFrom(...Object.values(leaves), undefined);

async function later(): Promise<unknown> {
  await new Promise((turn) => setImmediate(turn));
  return moves.word();
}

/** A model that makes these moves, and then says words for ever. */
function hostile(given: readonly (() => unknown)[], leaving: (() => unknown) | undefined): AsyncIterable<ModelEvent> {
  let made = 0;
  const next = (): unknown => {
    made += 1;
    return (given[made - 1] ?? later)();
  };
  const iterator = { next, ...(leaving === undefined ? {} : { return: leaving }) };
  const stream: unknown = { [Symbol.asyncIterator]: () => iterator };
  if (!isSaidToBeStream(stream)) throw new Error('no stream');
  return stream;
}

/** As a model that no compiler has seen would be taken. */
function isSaidToBeStream(value: unknown): value is AsyncIterable<ModelEvent> {
  return typeof value === 'object';
}

test('[L2] whatever a model does, it has exactly one end, which comes last, and nothing is thrown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 5 }), leave, fc.nat(6), async (given, leaving, stopsAt) => {
      const [clock, stop] = [new VirtualClock('hurrying'), new AbortController()];
      const response = heldToContract(() => hostile(given, leaving), stop.signal, clock);
      const events: ModelEvent[] = [];
      for (let count = 0; ; count += 1) {
        if (count === stopsAt || given[count] === moves.hangs) stop.abort();
        const { done, value } = await response.next();
        events.push(value);
        if (done === true) break;
      }
      expect(events.map(({ type }) => type).filter((type) => type === 'end')).toHaveLength(1);
      expect(events.at(-1)?.type).toBe('end');
      expect(await response.next()).toEqual({ done: true, value: undefined });
    }),
  );
});
