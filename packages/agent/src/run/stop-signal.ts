import type { ThreadLedger } from './thread-ledger.ts';

export interface StopSignal {
  readonly signal: AbortSignal;
  abort(): void;
  /** Also aborts, because everything that still works for the run must end. */
  close(): void;
}

/** Aborts with the given signal, with a stop of this scope in the ledger, and when the ledger is out of reach. */
export function stopSignal(given: AbortSignal, ledger: ThreadLedger, scope: string | undefined): StopSignal {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  const unsubscribe = ledger.subscribe({
    onEvent: (event) => {
      if (event.type === 'run.stop.requested' && event.scope === scope) abort();
    },
    onFailure: abort,
  });
  given.addEventListener('abort', abort, { once: true });
  if (given.aborted) abort();
  return {
    signal: stop.signal,
    abort,
    close: () => {
      unsubscribe();
      given.removeEventListener('abort', abort);
      abort();
    },
  };
}
