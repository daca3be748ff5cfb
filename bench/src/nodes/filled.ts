import type { EventDraft } from '@toolthread/core';
import type { Ledger } from '@toolthread/store';
import { newThread, unwrap, WORDS } from './appended.ts';

/** The same in every thread, whatever their number. */
export const EVENTS_EACH = 100;

/** This many threads with a hundred events each: `await fill(ledger, 10_000)` gives their ids. */
export async function fill(ledger: Ledger, threads: number): Promise<readonly string[]> {
  const ids: string[] = [];
  const events = Array.from({ length: (EVENTS_EACH - 1) / 3 }, (_, n) => step(n + 1)).flat();
  while (ids.length < threads) {
    const some = Array.from({ length: Math.min(8, threads - ids.length) }, async () => {
      const thread = await newThread(ledger);
      unwrap(await ledger.append(thread, events));
      return thread;
    });
    ids.push(...(await Promise.all(some)));
  }
  return ids;
}

function step(number: number): readonly EventDraft[] {
  return [
    { type: 'agent.step.started', step: number },
    { type: 'agent.text.delta', step: number, part: 0, offset: 0, text: WORDS.slice(0, 60) },
    { type: 'agent.step.completed', step: number, finish_reason: 'stop' },
  ];
}
