/** What the parts of the contract share. */
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { onTestFinished } from 'vitest';
import type { Ledger, ThreadDraft } from '../../src/ledger.ts';
import type { Result } from '../../src/result.ts';

/** A ledger with nothing in it, and the way to open it once more. The suite closes what it was given. */
export interface OpenedLedger {
  readonly ledger: Ledger;
  /** Closes the ledger and opens the same data again. */
  readonly reopen: () => Promise<Ledger>;
}

/** Makes a new ledger for each test, which takes the time from `now`. */
export type Open = (options: { now: () => number }) => Promise<OpenedLedger>;

/** A ledger with one thread in it, and a clock that stays until it is moved. */
export async function start(open: Open): Promise<OpenedLedger & { thread: string; clock: { now: number } }> {
  const clock = { now: 1000 };
  const opened = await open({ now: () => clock.now });
  onTestFinished(() => opened.ledger.close());
  const reopen = async (): Promise<Ledger> => {
    const again = await opened.reopen();
    onTestFinished(() => again.close());
    return again;
  };
  return { ledger: opened.ledger, reopen, thread: await newThread(opened.ledger, { title: 'A thread' }), clock };
}

export async function newThread(ledger: Ledger, draft: ThreadDraft = {}): Promise<string> {
  const [created] = unwrap(await ledger.createThread(draft));
  if (created === undefined) throw new Error('a new thread has no event');
  return created.thread;
}

export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

export function message(text: string, clientId?: string): EventDraft {
  const id = clientId === undefined ? {} : { client_id: clientId };
  return { type: 'message.posted', author: '@human', parts: [{ type: 'text', text }], delivery: 'now', ...id };
}

export function followUp(text: string): EventDraft {
  return { type: 'message.posted', author: '@human', parts: [{ type: 'text', text }], delivery: 'followUp' };
}

/** Other words for the message at `seq`; with none it is taken back. */
export function changed(seq: number, text: string): EventDraft {
  return { type: 'message.changed', message: seq, parts: text === '' ? [] : [{ type: 'text', text }] };
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A result of which all is in a blob, and some words in the event. */
export function resultIn(hash: string): EventDraft {
  const parts = [{ type: 'text', text: 'secret words' }] as const;
  return { type: 'agent.tool.completed', call: 'c', outcome: 'done', parts, full_blob: hash };
}

export function delta(offset: number, text: string): EventDraft {
  return { type: 'agent.text.delta', step: 1, part: 0, offset, text };
}

export async function readAll(ledger: Ledger, thread: string, limit = 1000): Promise<readonly LedgerEvent[]> {
  return unwrap(await tryReadAll(ledger, thread, limit));
}

/** The same where it may be damaged. */
export async function tryReadAll(
  ledger: Pick<Ledger, 'read'>,
  thread: string,
  limit = 1000,
): Promise<Result<readonly LedgerEvent[]>> {
  const events: LedgerEvent[] = [];
  for (;;) {
    const page = await ledger.read(thread, { after: events.length, limit });
    if (!page.ok) return page;
    if (page.value.length === 0) return { ok: true, value: events };
    events.push(...page.value);
  }
}

/** Turns of the event loop, until they are asked for: `const turns = countTurns(); … turns()`. */
export function countTurns(): () => number {
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    timer = setImmediate(turn);
  };
  let timer = setImmediate(turn);
  return () => {
    clearImmediate(timer);
    return turns;
  };
}
