/** The loop that every transport shares: it reads frames into a decoder until the decoder ends, whatever the network does. */
import type { AbortSignalLike, ModelEvent } from '@toolthread/core/context';
import { endEvent } from '../decode/decoder.ts';
import type { Decoder, Ending } from '../decode/decoder.ts';
import type { WireLog } from './debug-log.ts';
import { ownTurn, TURN_MS } from './own-turn.ts';
import { Patience } from './patience.ts';

export interface Source {
  /** Sends the request; the signal ends it. May throw, and may hang. */
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<unknown>>;
  readonly decoder: Decoder;
  readonly failure: (thrown: unknown) => Ending;
  readonly log: WireLog;
  /** After so long without a frame the connection counts as dead. */
  readonly idleMs?: number;
}

const IDLE_MS = 600_000;

/** `yield* streamEvents({ open, decoder, failure, log }, signal)`. Never throws; an abort is honoured at once. */
export async function* streamEvents(source: Source, signal: AbortSignalLike): AsyncGenerator<ModelEvent, void, void> {
  const { decoder, failure, log, idleMs = IDLE_MS } = source;
  if (signal.aborted) return yield* decoder.end(ENDINGS.stopped);
  const controller = new AbortController();
  const relay = (): void => controller.abort();
  signal.addEventListener('abort', relay, { once: true });
  const patience = new Patience(controller.signal, idleMs);
  try {
    const frames = await patience.orLate(source.open(controller.signal));
    if (typeof frames === 'string') return yield* decoder.end(ENDINGS[frames]);
    const iterator = frames[Symbol.asyncIterator]();
    let spent = 0;
    for (;;) {
      if (spent > TURN_MS) {
        await ownTurn();
        spent = 0;
      }
      const next = await patience.orLate(iterator.next());
      if (typeof next === 'string') return yield* decoder.end(ENDINGS[next]);
      if (next.done === true) return yield* decoder.end(signal.aborted ? ENDINGS.stopped : undefined);
      const began = performance.now();
      const logged = log('frame', next.value);
      if (logged !== undefined) await patience.orLate(logged);
      const events = decoder.push(next.value);
      for (const event of events) {
        yield event;
        if (event.type === 'end') return;
        if (signal.aborted) return yield* stopped(decoder, events.at(-1));
      }
      spent += performance.now() - began;
    }
  } catch (thrown) {
    void log('failure', thrown);
    yield* decoder.end(signal.aborted ? ENDINGS.stopped : failure(thrown));
  } finally {
    patience.end();
    signal.removeEventListener('abort', relay);
    controller.abort();
    void log('end', null);
  }
}

/** The decoder may have ended already, with an event that is not passed on any more. */
function stopped(decoder: Decoder, last: ModelEvent | undefined): ModelEvent[] {
  if (last?.type !== 'end') return decoder.end(ENDINGS.stopped);
  return [endEvent(ENDINGS.stopped, last.usage)];
}

const ENDINGS: Readonly<Record<'stopped' | 'idle', Ending>> = {
  stopped: { reason: 'aborted' },
  idle: {
    reason: 'error',
    error: { message: 'The provider sent nothing for too long.', code: 'idle_timeout', retryable: true },
  },
};
