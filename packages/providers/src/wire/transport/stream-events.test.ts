import type { ModelEvent } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { Decoder } from '../decode/decoder.ts';
import type { Ending } from '../decode/decoder.ts';
import { TURN_MS } from './own-turn.ts';
import { streamEvents } from './stream-events.ts';
import type { Source } from './stream-events.ts';

/** Says every frame; the frame `end` is the end, and `last words` are said with it. */
class Echo extends Decoder {
  protected read(frame: unknown): ModelEvent[] {
    const said: ModelEvent[] = frame === 'end' ? [] : [{ type: 'text.delta', part: 0, text: String(frame) }];
    return frame === 'end' || frame === 'last words' ? [...said, ...this.finish({ reason: 'stop' })] : said;
  }
  protected finish(how: Ending = { reason: 'error' }): ModelEvent[] {
    return [{ type: 'end', ...how }];
  }
}

async function* frames(...list: unknown[]): AsyncGenerator<unknown> {
  for (const frame of list) {
    if (frame instanceof Error) throw frame;
    if (frame === 'hang') await new Promise(() => undefined);
    yield frame;
  }
}

function source(open: Source['open'], idleMs?: number): Source {
  const failure = (thrown: unknown): Ending => ({
    reason: 'error',
    error: { message: thrown instanceof Error ? thrown.message : '?' },
  });
  return { open, decoder: new Echo(), failure, log: () => undefined, ...(idleMs === undefined ? {} : { idleMs }) };
}

async function all(from: Source, controller = new AbortController(), stopAfter = Infinity): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of streamEvents(from, controller.signal)) {
    events.push(event);
    if (events.length === stopAfter) controller.abort();
  }
  return events;
}

const reasons = (events: readonly ModelEvent[]): unknown =>
  events.map((event) => (event.type === 'end' ? event.reason : event.type));

test('frames go through until the end; what comes after it is not read', async () => {
  expect(reasons(await all(source(async () => frames('a', 'end', 'b'))))).toEqual(['text.delta', 'stop']);
  expect(reasons(await all(source(async () => frames('a'))))).toEqual(['text.delta', 'error']);
});

test('what throws, before or between the frames, is an end with its reason', async () => {
  const failed = await all(source(() => Promise.reject(new Error('no network'))));
  expect(failed).toEqual([{ type: 'end', reason: 'error', error: { message: 'no network' } }]);
  expect(reasons(await all(source(async () => frames('a', new Error('reset')))))).toEqual(['text.delta', 'error']);
});

test('an abort is honoured at once: before the request, while it hangs, between frames, inside one', async () => {
  const before = new AbortController();
  before.abort();
  let opened = false;
  expect(
    reasons(
      await all(
        source(async () => {
          opened = true;
          return frames('a');
        }),
        before,
      ),
    ),
  ).toEqual(['aborted']);
  expect(opened).toBe(false);
  for (const open of [
    () => new Promise<never>(() => undefined),
    async (): Promise<AsyncIterable<unknown>> => frames('hang'),
  ]) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    expect(reasons(await all(source(open), controller))).toEqual(['aborted']);
  }
  expect(
    reasons(
      await all(
        source(async () => frames('a', 'b', 'end')),
        new AbortController(),
        1,
      ),
    ),
  ).toEqual(['text.delta', 'aborted']);
});

test('an abort between the last words and the end that came with them is an end all the same', async () => {
  const stopped = await all(
    source(async () => frames('last words')),
    new AbortController(),
    1,
  );
  expect(reasons(stopped)).toEqual(['text.delta', 'aborted']);
});

test('the request itself is told of the abort, of the end, and of a reader who leaves', async () => {
  const signals: AbortSignal[] = [];
  const open: Source['open'] = async (signal) => {
    signals.push(signal);
    return frames('a', 'b', 'hang');
  };
  await all(source(open), new AbortController(), 1);
  for await (const _ of streamEvents(source(open), new AbortController().signal)) break;
  await all(
    source(async (signal) => {
      signals.push(signal);
      return frames('end');
    }),
  );
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
});

test('a provider that falls silent is an error worth another try', async () => {
  const silent = await all(source(async () => frames('a', 'hang'), 10));
  expect(silent.at(-1)).toMatchObject({ reason: 'error', error: { code: 'idle_timeout', retryable: true } });
});

test('silence is that of the provider: who reads slowly misses nothing', async () => {
  const read: ModelEvent[] = [];
  for await (const event of streamEvents(
    source(async () => frames('a', 'b', 'end'), 5),
    new AbortController().signal,
  )) {
    read.push(event);
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
  expect(reasons(read)).toEqual(['text.delta', 'text.delta', 'stop']);
});

test('an error after the abort is the abort', async () => {
  const controller = new AbortController();
  const open: Source['open'] = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('AbortError')));
    });
  setTimeout(() => controller.abort(), 5);
  expect(reasons(await all(source(open), controller))).toEqual(['aborted']);
});

/** Turns of the event loop while something is awaited. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let turning = setImmediate(function turn() {
    turns += 1;
    turning = setImmediate(turn);
  });
  await work();
  clearImmediate(turning);
  return turns;
}

/** Takes a millisecond at least, on any machine. */
function busy(): undefined {
  for (const began = performance.now(); performance.now() - began < 1;);
}

const MANY = 60;
const many = Array.from({ length: MANY }, () => 'a');
const LEAST_TURNS = MANY / (TURN_MS + 2) - 1;

test('[M2] however many frames come at once, others are heard between them: what a log does counts, and who reads', async () => {
  const logged = { ...source(async () => frames(...many, 'end')), log: busy };
  expect(await turnsDuring(() => all(logged))).toBeGreaterThan(LEAST_TURNS);
  const read = async (): Promise<void> => {
    const from = source(async () => frames(...many, 'end'));
    for await (const event of streamEvents(from, new AbortController().signal)) if (event.type !== 'end') busy();
  };
  expect(await turnsDuring(read)).toBeGreaterThan(LEAST_TURNS);
});

test('[M2] responses that flood at once go on one after another, each in a turn of its own', async () => {
  const order: number[] = [];
  const read = async (who: number): Promise<void> => {
    const from = source(async () => frames(...many, 'end'));
    for await (const event of streamEvents(from, new AbortController().signal)) {
      if (event.type === 'end') return;
      order.push(who);
      busy();
    }
  };
  const turns = await turnsDuring(() => Promise.all([read(1), read(2), read(3)]));
  expect(turns).toBeGreaterThan(3 * LEAST_TURNS);
  // Nobody is done before the others are well under way.
  for (const who of [1, 2, 3]) expect(order.slice(0, MANY).filter((one) => one === who).length).toBeGreaterThan(3);
});

test('a log is waited for, whatever becomes of it; a stop is not held up by it', async () => {
  const seen: unknown[] = [];
  let isBusy = false;
  const slow: Source['log'] = async (kind, payload) => {
    if (kind !== 'frame') return;
    expect(isBusy).toBe(false);
    isBusy = true;
    await new Promise((later) => setImmediate(later));
    isBusy = false;
    seen.push(payload);
  };
  expect(reasons(await all({ ...source(async () => frames('a', 'b', 'end')), log: slow }))).toEqual([
    'text.delta',
    'text.delta',
    'stop',
  ]);
  expect(seen).toEqual(['a', 'b', 'end']);
  const stop = new AbortController();
  const deaf: Source['log'] = (kind) => {
    if (kind === 'frame') setImmediate(() => stop.abort());
    return new Promise(() => undefined);
  };
  expect(reasons(await all({ ...source(async () => frames('a', 'b')), log: deaf }, stop))).toContain('aborted');
});
