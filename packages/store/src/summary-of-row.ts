import type { Row } from './database.ts';
import type { ThreadSummary } from './ledger.ts';
import { soundThread } from './sound-row.ts';
import { emptySummary } from './summary.ts';
import { listDamage } from './thread-checks.ts';

/** What the list shows. A row that is broken shows what is left of it, and hides no other. */
export function summaryOfRow(row: Row, known: string | undefined): ThreadSummary {
  const id = String(row['id']);
  const sound = soundThread(row);
  const { title, status, calls, failed, requests } = sound?.summary ?? emptySummary;
  const damage = known ?? (sound === undefined ? listDamage(id) : undefined);
  return {
    id,
    title,
    createdAt: count(row['created_at']),
    updatedAt: count(row['updated_at']),
    seq: count(row['seq']),
    status,
    calls,
    failed,
    waiting: requests.length,
    unfinished: row['unfinished'] === 1,
    ...(damage === undefined ? {} : { damage }),
  };
}

function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
