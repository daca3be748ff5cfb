import type { LedgerEvent } from '@toolthread/core';
import type { Ledger, LedgerError, RunClaim } from '@toolthread/store';
import { pagesAfter } from '../events/pages-after.ts';
import type { RunInput } from './agent.ts';
import type { RunPayer } from './people/run-payer.ts';
import { RunLost, unwrap } from './run-lost.ts';
import type { RunSlot } from './run-slots.ts';

export interface RunWriterOptions {
  readonly ledger: Pick<Ledger, 'append' | 'read'>;
  readonly thread: string;
  readonly claim: RunClaim;
  /** On whose behalf. */
  readonly payer: RunPayer;
  /** The last event that the run knows. */
  readonly from: number;
  /** Why it may write no more. */
  readonly over: () => LedgerError | undefined;
  readonly onSeen: (seq: number) => void;
  /** It has opened a request that runs out at this time. */
  readonly onExpiry: (at: number) => void;
  /** It may write no more. */
  readonly onLost: () => void;
  readonly slot: RunSlot | undefined;
}

/** How a run writes, and hears what others wrote: `runWriter({ ledger, thread, claim, … })` */
export function runWriter(options: RunWriterOptions): RunInput['append'] {
  const { ledger, thread, claim, payer, slot } = options;
  let seen = options.from;
  const asking = new Set<string>();

  function assertOwn(): void {
    const over = options.over();
    if (over !== undefined) throw new RunLost(over);
  }

  return async (drafts) => {
    try {
      assertOwn();
      const person = payer.name();
      // Without drafts, too: the ledger alone knows whose the thread is, and a node that stood still believes it is its own.
      const own = unwrap(await ledger.append(thread, drafts, { run: claim, person }));
      for (const event of own) {
        if (event.type === 'request.opened' && event.expires_at !== undefined) options.onExpiry(event.expires_at);
      }
      const events = own[0]?.seq === seen + 1 ? own : await readAfter(ledger, thread, seen);
      // It may be over while that was under way: then nothing begins any more.
      assertOwn();
      seen = events.at(-1)?.seq ?? seen;
      options.onSeen(seen);
      payer.note(events);
      for (const event of events) {
        if (event.type === 'request.opened' && event.kind === 'elicitation') asking.add(event.request);
        if (event.type === 'request.resolved') asking.delete(event.request);
      }
      // A tool asks while it is at work: its run waits, and has not ended.
      if (asking.size > 0) slot?.rest();
      else slot?.wake();
      return events;
    } catch (error) {
      options.onLost();
      throw error;
    }
  };
}

async function readAfter(ledger: Pick<Ledger, 'read'>, thread: string, after: number): Promise<LedgerEvent[]> {
  const events: LedgerEvent[] = [];
  for await (const page of pagesAfter(ledger, thread, { after })) events.push(...unwrap(page));
  return events;
}
