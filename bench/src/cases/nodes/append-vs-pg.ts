import { allTermsOf } from '@toolthread/core/lines';
import { openPostgresLedger } from '@toolthread/store';
import { ownUrl, startPostgres } from '@toolthread/test-postgres';
import pg from 'pg';
import type { Case } from '../../case.ts';
import { interleave } from '../../measure.ts';
import { INSERT, MESSAGE, newThread, SAID_WITH_TERMS, unwrap, UPDATE, WORDS, writesOf } from '../../nodes/appended.ts';
import { AT_ONCE, byAll } from '../../nodes/by-all.ts';

/** Known to the plain driver before. */
const TERMS = allTermsOf(WORDS).join('\n');

/** Committed appends of one event, eight threads at a time, over `pg` making the same three writes in a transaction, with the same checks. Every commit waits for the disk. */
export const appendVsPg: Case = {
  name: 'append-vs-pg',
  unit: `committed appends/s to PostgreSQL, ${AT_ONCE} at a time, over pg doing the same writes`,
  target: { at: 'least', ratio: 0.7 },
  async run() {
    const postgres = await startPostgres({ durable: true });
    try {
      const [ownLedger, plain] = [await ownUrl(postgres.url), await ownUrl(postgres.url)];
      const ledger = unwrap(await openPostgresLedger({ url: ownLedger }));
      const made = unwrap(await openPostgresLedger({ url: plain }));
      const threads = await Promise.all(Array.from({ length: AT_ONCE }, () => newThread(ledger)));
      const theirThreads = await Promise.all(Array.from({ length: AT_ONCE }, () => newThread(made)));
      await made.close();
      const pool = new pg.Pool({ connectionString: plain, max: 10 });
      // The server is stopped while some of its connections are still closing.
      pool.on('error', () => undefined);
      const ours = byAll(threads, async (thread) => void unwrap(await ledger.append(thread, [MESSAGE])));
      const seqs = new Map<string, number>();
      const theirs = byAll(theirThreads, async (thread) => {
        const seq = (seqs.get(thread) ?? 1) + 1;
        seqs.set(thread, seq);
        const [writes, client] = [writesOf(thread, seq), await pool.connect()];
        await client.query('begin');
        const { rowCount } = await client.query(UPDATE, writes.update);
        await client.query(INSERT, writes.insert);
        await client.query(SAID_WITH_TERMS, [...writes.said, TERMS]);
        await client.query(rowCount === 1 ? 'commit' : 'rollback');
        client.release();
      });
      const rates = await interleave({ ours, theirs }, { budgetMs: 20_000, runMs: 2000 });
      await ledger.close();
      await pool.end();
      return { ours: rates.ours * 1000, theirs: rates.theirs * 1000 };
    } finally {
      await postgres.remove();
    }
  },
};
