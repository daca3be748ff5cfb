import type { EventDraft } from '@toolthread/core';
import type { Ledger, LedgerError, Result } from '@toolthread/store';
import type { Agent } from './agent.ts';
import { cutOffBy } from './cut-off-by.ts';
import { RunLost } from './run-lost.ts';
import type { Stops } from './stops.ts';
import { whenWritable } from './when-writable.ts';
import type { Work } from './work.ts';

export interface FailRunOptions {
  readonly ledger: Pick<Ledger, 'append' | 'state'>;
  readonly agent: Pick<Agent, 'recover'>;
  readonly stops: Pick<Stops, 'pending'>;
  readonly closing: AbortSignal;
  /** It writes no more: the server closes, or another node has it. */
  readonly isOver: () => boolean;
  readonly onError: (error: unknown, thread: string) => void;
}

/**
 * The last word of a run that threw `error`, as soon as it can be written. If it had to wait, and somebody has spoken or asked for a stop since, the next
 * run goes on from here and says it.
 */
export async function failRun(
  { ledger, agent, stops, closing, isOver, onError }: FailRunOptions,
  thread: string,
  work: Pick<Work, 'again' | 'claim'>,
  error: unknown,
): Promise<void> {
  const { claim: run } = work;
  if (run === undefined) return;
  const { reason, why } = cutOffBy(error);
  let waited = false;
  const onWait = (lost: LedgerError): void => {
    waited = true;
    onError(new RunLost(lost), thread);
  };
  const write = async (): Promise<Result<unknown>> => {
    const stopping = stops.pending(thread);
    if (stopping !== undefined) waited = true;
    await stopping;
    if ((waited && work.again) || isOver()) return { ok: true, value: undefined };
    const state = await ledger.state(thread);
    if (!state.ok) return state;
    const failed: EventDraft = { type: 'agent.status', status: 'failed', error_message: reason };
    return ledger.append(thread, [...agent.recover(state.value, why), failed], { run });
  };
  const written = await whenWritable(write, { closing, onWait });
  if (!written.ok && !waited) onError(new RunLost(written.error), thread);
}
