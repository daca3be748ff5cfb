import { thrownWords } from '@toolthread/core/text';
import type { ModelEvent } from '@toolthread/core/context';
import type { Clock } from '../clock.ts';

/** How long a model or a tool may take to end after a stop. */
export const GRACE_MS = 1000;

export type ModelEnd = Extract<ModelEvent, { type: 'end' }>;

/** What a model says before its end; the end is what the generator returns. So there is exactly one, and it comes last. */
export type Response = AsyncGenerator<Exclude<ModelEvent, ModelEnd>, ModelEnd>;

type Next = IteratorResult<ModelEvent> | 'late';

/**
 * Makes any model keep its contract. Only this function sees what a model returns after its `end` or instead
 * of one, or what it throws. After an abort it soon ends as `aborted`, even if the model ignores the abort.
 */
export async function* heldToContract(
  ask: () => AsyncIterable<ModelEvent>,
  signal: AbortSignal,
  clock: Clock,
): Response {
  let iterator: AsyncIterator<ModelEvent> | undefined;
  const wait = new LateAfterAbort(signal, clock);
  try {
    iterator = ask()[Symbol.asyncIterator]();
    for (;;) {
      const next = await wait.orLate(iterator.next());
      if (next === 'late') return { type: 'end', reason: 'aborted' };
      if (next.done === true) return broken('The stream of the model ended without an end.', signal);
      if (next.value.type === 'end') return judged(next.value, signal);
      yield next.value;
    }
  } catch (error) {
    return broken(thrownWords(error), signal);
  } finally {
    wait.stop();
    void leave(iterator);
  }
}

async function leave(iterator: AsyncIterator<ModelEvent> | undefined): Promise<void> {
  try {
    await iterator?.return?.();
  } catch {
    // It has ended for us.
  }
}

function broken(message: string, signal: AbortSignal): ModelEnd {
  if (signal.aborted) return { type: 'end', reason: 'aborted' };
  return { type: 'end', reason: 'error', error: { message, retryable: true } };
}

/** An error after the abort counts as the abort. An abort that nobody asked for counts as an error. */
function judged(end: ModelEnd, signal: AbortSignal): ModelEnd {
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
