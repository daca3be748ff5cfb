import type { ModelEvent } from '@toolthread/core/context';
import type { Clock } from '../clock.ts';
import { messageOf } from '../message-of.ts';

/** How long a model or a tool may take to end after it was told to stop. */
export const GRACE_MS = 1000;

type Next = IteratorResult<ModelEvent> | 'late';

/**
 * Holds a model to its contract: exactly one `end`, which is the last event; nothing thrown; `aborted` when it was
 * aborted, soon, even if the model does not listen.
 */
export async function* heldToContract(
  ask: () => AsyncIterable<ModelEvent>,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<ModelEvent, void> {
  let iterator: AsyncIterator<ModelEvent> | undefined;
  const wait = new LateAfterAbort(signal, clock);
  try {
    iterator = ask()[Symbol.asyncIterator]();
    for (;;) {
      const next = await wait.orLate(iterator.next());
      if (next === 'late') return yield { type: 'end', reason: 'aborted' };
      if (next.done === true) return yield broken('The stream of the model ended without an end.', signal);
      if (next.value.type === 'end') return yield judged(next.value, signal);
      yield next.value;
    }
  } catch (error) {
    yield broken(messageOf(error), signal);
  } finally {
    wait.stop();
    void Promise.resolve(iterator?.return?.()).catch(() => undefined);
  }
}

function broken(message: string, signal: AbortSignal): ModelEvent {
  if (signal.aborted) return { type: 'end', reason: 'aborted' };
  return { type: 'end', reason: 'error', error: { message, retryable: true } };
}

/** An error after the abort is the abort; an abort that nobody asked for is an error. */
function judged(end: Extract<ModelEvent, { type: 'end' }>, signal: AbortSignal): ModelEvent {
  if (end.reason === 'error' && signal.aborted) return { ...end, reason: 'aborted' };
  if (end.reason !== 'aborted' || signal.aborted) return end;
  return { ...end, reason: 'error', error: end.error ?? { message: 'The model broke off.', retryable: true } };
}

/** One listener for the whole stream: a race for every event would keep them all until the end. */
class LateAfterAbort {
  readonly #signal: AbortSignal;
  readonly #stopped = new AbortController();
  readonly #onAbort: () => void;
  #giveUp: () => void = () => undefined;
  #late = false;

  constructor(signal: AbortSignal, clock: Clock) {
    this.#signal = signal;
    this.#onAbort = () => {
      void clock.sleep(GRACE_MS, this.#stopped.signal).then(() => {
        this.#late = true;
        this.#giveUp();
      });
    };
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  orLate(next: Promise<IteratorResult<ModelEvent>>): Promise<Next> {
    return new Promise<Next>((resolve, reject) => {
      this.#giveUp = () => resolve('late');
      next.then(resolve, reject);
      if (this.#late) resolve('late');
    });
  }

  stop(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#stopped.abort();
  }
}
