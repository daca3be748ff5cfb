import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ledger, openLedger, openPostgresLedger, type Result } from '@toolthread/store';
import { ownUrl, query, startPostgres } from '@toolthread/test-postgres';
import type { Case, Measured } from '../../case.ts';
import { unwrap } from '../../nodes/appended.ts';
import { EVENTS_EACH, fill } from '../../nodes/filled.ts';

const [SMALL, LARGE] = [100, 10_000];
const OPENED = 100;

type Open = () => Promise<Result<Ledger>>;

const unit = `ms for the list and a thread that nobody had open, ${LARGE} threads of ${EVENTS_EACH} events over ${SMALL}`;

/** What a person does first, in a server that has much in it, over the same in one that has little. Each thread is opened once: it is in no memory. */
export const openGrowthSqlite: Case = {
  name: 'open-growth',
  unit,
  target: { at: 'most', ratio: 2 },
  async run({ threads = LARGE }) {
    const folder = await mkdtemp(join(tmpdir(), 'toolthread-bench-'));
    try {
      const at =
        (name: string): Open =>
        () =>
          openLedger({ file: join(folder, name, 'ledger.db') });
      return await measured(at('large'), at('small'), threads);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

export const openGrowthPg: Case = {
  name: 'open-growth-pg',
  unit,
  target: { at: 'most', ratio: 2 },
  async run({ threads = LARGE }) {
    const postgres = await startPostgres();
    try {
      const [large, small] = [await ownUrl(postgres.url), await ownUrl(postgres.url)];
      const open = (url: string) => async (): Promise<Result<Ledger>> => {
        // What PostgreSQL does by itself within a minute: before, it thinks that the tables are small.
        const isMade = await query(url, `select to_regclass('threads') is not null as is_made`);
        if (JSON.stringify(isMade).includes('true')) await query(url, 'analyze');
        return openPostgresLedger({ url });
      };
      return await measured(open(large), open(small), threads);
    } finally {
      await postgres.remove();
    }
  },
};

async function measured(large: Open, small: Open, threads: number): Promise<Measured> {
  const sides = [await filled(large, threads), await filled(small, SMALL)] as const;
  const took: [number[], number[]] = [[], []];
  for (let n = 0; n < OPENED; n += 1) {
    for (const side of [0, 1] as const) {
      const { ledger, ids } = sides[side];
      const id = ids[Math.floor((n * ids.length) / OPENED)] ?? '';
      const start = performance.now();
      unwrap(await ledger.listThreads({ limit: 100 }));
      unwrap(await ledger.shown(id));
      unwrap(await ledger.read(id, { after: 0, limit: 256 }));
      took[side].push(performance.now() - start);
    }
  }
  for (const { ledger } of sides) await ledger.close();
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length / 2] ?? 0;
  return {
    ours: median(took[0]),
    theirs: median(took[1]),
    note: `large over small, both ours; ${threads} threads, ${threads * EVENTS_EACH} events`,
  };
}

/** Opened again: nothing of it is in memory. */
async function filled(open: Open, threads: number): Promise<{ ledger: Ledger; ids: readonly string[] }> {
  const filling = unwrap(await open());
  const ids = await fill(filling, threads);
  await filling.close();
  const ledger = unwrap(await open());
  // A file is looked at as a whole after a start; that is another matter.
  for (let rest = 0; rest < 3;) {
    const before = performance.eventLoopUtilization();
    await sleep(300);
    rest = performance.eventLoopUtilization(before).utilization < 0.1 ? rest + 1 : 0;
  }
  return { ledger, ids };
}
