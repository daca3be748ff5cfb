import type { LedgerEvent } from '@toolthread/core';
import type { ToolStarted } from '@toolthread/core/events';
import type { Ledger } from '@toolthread/store';
import type { Chaos } from './chaos.ts';

interface Said {
  readonly thread: string;
  readonly id: string;
}

/**
 * What became of messages that were acknowledged, each of which asked for one note: `said`, by thread, and `notes`, as they were written. `faults` is
 * what must not be.
 */
export async function accountOf(
  ledger: Pick<Ledger, 'read'>,
  said: readonly Said[],
  notes: readonly string[],
): Promise<Pick<Chaos, 'done' | 'interrupted' | 'faults'>> {
  const faults: string[] = [];
  let [done, interrupted] = [0, 0];
  const written = countOf(notes);
  for (const [note, times] of written) if (times > 1) faults.push(`"${note}" was noted ${times} times`);
  for (const thread of new Set(said.map((one) => one.thread))) {
    const events = await readAll(ledger, thread);
    for (const [index, { seq }] of events.entries())
      if (seq !== index + 1) faults.push(`${thread}: event ${seq} is at place ${index + 1}`);
    const posted = countOf(events.flatMap((event) => (event.type === 'message.posted' ? [event.client_id ?? ''] : [])));
    for (const { id } of said.filter((one) => one.thread === thread))
      if (posted.get(id) !== 1)
        faults.push(`${thread}: ${id} was acknowledged, and is there ${posted.get(id) ?? 0} times`);
    const started = countOf(events.flatMap((event) => (event.type === 'agent.tool.started' ? [nameOf(event)] : [])));
    for (const [call, times] of started) if (times > 1) faults.push(`${thread}: call ${call} started ${times} times`);
    for (const event of events) {
      if (event.type !== 'agent.tool.completed') continue;
      if (event.outcome === 'done') done += 1;
      else if (event.outcome === 'interrupted') interrupted += 1;
      else faults.push(`${thread}: a call ended ${event.outcome}`);
    }
    const open = [...started.keys()].filter(
      (call) => !events.some((event) => event.type === 'agent.tool.completed' && nameOf(event) === call),
    );
    for (const call of open) faults.push(`${thread}: call ${call} never ended`);
    const last = events.findLast((event) => event.type === 'agent.status');
    if (last?.type !== 'agent.status' || last.status !== 'completed')
      faults.push(`${thread}: ended ${JSON.stringify(last)}`);
  }
  if (written.size < done) faults.push(`${done} calls are done, and ${written.size} notes written`);
  return { done, interrupted, faults };
}

function nameOf({ step, call }: Pick<ToolStarted, 'step' | 'call'>): string {
  return `${step ?? ''}/${call ?? ''}`;
}

function countOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

async function readAll(ledger: Pick<Ledger, 'read'>, thread: string): Promise<readonly LedgerEvent[]> {
  const events: LedgerEvent[] = [];
  for (;;) {
    const page = await ledger.read(thread, { after: events.length, limit: 1000 });
    if (!page.ok) throw new Error(page.error.message);
    if (page.value.length === 0) return events;
    events.push(...page.value);
  }
}
