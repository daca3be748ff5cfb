import type { Summary } from '@toolthread/core/summary';
import type { Row } from '../sql/database.ts';
import type { PersonsThread } from '../ledger.ts';
import { roleOf } from '../people/role-of.ts';
import { soundThread } from '../damage/sound-thread.ts';
import { listDamage } from '../events/read-events.ts';

const NOTHING_KNOWN: Summary = { calls: 0, failed: 0, waiting: 0, approvals: 0, workedMs: 0 };

/** What the list shows. A row that is broken shows what is left of it, and hides no other. */
export function summaryOfRow(row: Row, broken: string | undefined): PersonsThread {
  const id = String(row['id']);
  const sound = soundThread(row);
  const { title, status, ...known } = sound?.summary ?? NOTHING_KNOWN;
  const damage = broken ?? (sound === undefined ? listDamage(id) : undefined);
  const role = roleOf(row);
  return {
    id,
    title,
    createdAt: count(row['created_at']),
    updatedAt: count(row['updated_at']),
    seq: count(row['seq']),
    status,
    ...known,
    unfinished: row['unfinished'] === 1,
    damage,
    ...(role === undefined ? {} : { role }),
  };
}

function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
