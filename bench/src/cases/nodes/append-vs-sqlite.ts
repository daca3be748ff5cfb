import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openLedger } from '@toolthread/store';
import type { Case } from '../../case.ts';
import { interleave } from '../../measure.ts';
import { INSERT, MESSAGE, newThread, unwrap, UPDATE, writesOf } from '../../nodes/appended.ts';

/** Committed appends of one event, one after the other, over `node:sqlite` making the same two writes in a transaction, with the same checks. Every commit waits for the disk. */
export const appendVsSqlite: Case = {
  name: 'append-vs-sqlite',
  unit: 'committed appends/s to SQLite, over node:sqlite doing the same writes',
  target: { at: 'least', ratio: 0.7 },
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'toolthread-bench-'));
    try {
      const [file, plain] = [join(folder, 'ours', 'ledger.db'), join(folder, 'theirs', 'ledger.db')];
      const ledger = unwrap(await openLedger({ file }));
      const thread = await newThread(ledger);
      const made = unwrap(await openLedger({ file: plain }));
      const other = await newThread(made);
      await made.close();
      const database = new DatabaseSync(plain);
      database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
      const [insert, update] = [database.prepare(numbered(INSERT)), database.prepare(numbered(UPDATE))];
      let seq = 1;
      const rates = await interleave(
        {
          ours: async (deadline) => {
            let done = 0;
            for (; performance.now() < deadline; done += 1) unwrap(await ledger.append(thread, [MESSAGE]));
            return done;
          },
          theirs: (deadline) => {
            let done = 0;
            for (; performance.now() < deadline; done += 1) {
              seq += 1;
              const writes = writesOf(other, seq);
              database.exec('begin immediate');
              const { changes } = update.run(...writes.update);
              insert.run(...writes.insert);
              database.exec(changes === 1 ? 'commit' : 'rollback');
            }
            return done;
          },
        },
        { budgetMs: 20_000, runMs: 2000 },
      );
      database.close();
      await ledger.close();
      return { ours: rates.ours * 1000, theirs: rates.theirs * 1000 };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** SQLite's words for `$1`. */
function numbered(sql: string): string {
  return sql.replaceAll('$', '?');
}
