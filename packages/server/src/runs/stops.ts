import type { EventDraft, LedgerEvent } from '@toolthread/core';
import type { Ledger, LedgerError, Result } from '@toolthread/store';
import { whenWritable } from './when-writable.ts';

/** What became of a stop. */
export type Stopped =
  | { readonly kind: 'recorded'; readonly event: LedgerEvent | undefined }
  /** What ran was ended. The event follows as soon as it can be written. */
  | { readonly kind: 'not_recorded'; readonly message: string }
  | { readonly kind: 'nothing_to_stop' }
  | { readonly kind: 'refused'; readonly error: LedgerError };

/** Records stops: now, or as soon as the ledger can be written. Whoever calls it has ended the run already. */
export interface Stops {
  /** Answers soon, whether or not it is recorded by then. */
  record(thread: string, asked: Asked): Promise<Stopped>;
  /** Settles when the stop that was asked for is recorded, or need not be; undefined if there is none. */
  pending(thread: string): Promise<unknown> | undefined;
  /** Settles when none is under way. */
  over(): Promise<unknown>;
}

/** Who wants the stop; or why it has to be, where nobody asked for it. */
export type Asked = { readonly by: string } | { readonly reason: string };

export interface StopsOptions {
  readonly ledger: Pick<Ledger, 'append'>;
  readonly onRecorded: (thread: string) => void;
  readonly closing: AbortSignal;
}

interface Recording {
  readonly recorded: Promise<Stopped>;
  /** Resolves when it takes longer than a person should wait. */
  readonly late: Promise<Stopped>;
}

/** A person waits for the answer. */
const SOON_MS = 1000;

/** `createStops({ ledger, onRecorded: wake, closing })` */
export function createStops({ ledger, onRecorded, closing }: StopsOptions): Stops {
  const underWay = new Map<string, Recording>();

  function begin(thread: string, asked: Asked): Recording {
    let tellLate: (stopped: Stopped) => void = () => undefined;
    const late = new Promise<Stopped>((resolve) => {
      tellLate = resolve;
    });
    const timer = setTimeout(() => tellLate(notRecorded('another process is writing to it')), SOON_MS);
    const stop: EventDraft = { type: 'run.stop.requested', ...asked };
    const onWait = ({ message }: LedgerError): void => tellLate(notRecorded(message));
    const recorded = whenWritable(() => ledger.append(thread, [stop]), { closing, onWait })
      .then((written) => {
        if (written.ok) onRecorded(thread);
        return outcome(written);
      })
      .finally(() => {
        clearTimeout(timer);
        underWay.delete(thread);
      });
    const recording = { recorded, late };
    underWay.set(thread, recording);
    return recording;
  }

  return {
    record(thread, asked) {
      const { recorded, late } = underWay.get(thread) ?? begin(thread, asked);
      return Promise.race([recorded, late]);
    },
    pending: (thread) => underWay.get(thread)?.recorded,
    over: () => Promise.allSettled([...underWay.values()].map(({ recorded }) => recorded)),
  };
}

function notRecorded(why: string): Stopped {
  const message = `Everything that ran was stopped. The ledger cannot be written now (${why}): the stop is recorded as soon as it can.`;
  return { kind: 'not_recorded', message };
}

function outcome(written: Result<readonly LedgerEvent[]>): Stopped {
  if (written.ok) return { kind: 'recorded', event: written.value[0] };
  if (written.error.code === 'nothing_to_stop') return { kind: 'nothing_to_stop' };
  return { kind: 'refused', error: written.error };
}
