import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { indexedText } from '@toolthread/core/lines';
import { openLedger } from '@toolthread/store';
import type { Case } from '../../case.ts';
import { interleave, type Work } from '../../measure.ts';
import { INSERT, MESSAGE, newThread, SAID, unwrap, UPDATE, WORDS, writesOf } from '../../nodes/appended.ts';
import { AT_ONCE, byAll } from '../../nodes/by-all.ts';

/** As the ledger does. */
const INDEXED_AT_ONCE = 64;
/** Known to the plain driver before. */
const TEXT = indexedText(WORDS);

/**
 * Committed appends of one event, eight threads at a time, over `node:sqlite` making the same writes in a transaction, with the same checks; of every 64 messages the words are indexed. Every
 * commit waits for the disk; of those that wait at the same time, ours wait once. The note says what a single thread gives, where nothing can be shared.
 */
export const appendVsSqlite: Case = {
  name: 'append-vs-sqlite',
  unit: `committed appends/s to SQLite, ${AT_ONCE} at a time, over node:sqlite doing the same writes`,
  target: { at: 'least', ratio: 0.7 },
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'toolthread-bench-'));
    try {
      const [file, plain] = [join(folder, 'ours', 'ledger.db'), join(folder, 'theirs', 'ledger.db')];
      const ledger = unwrap(await openLedger({ file }));
      const threads = await Promise.all(Array.from({ length: AT_ONCE }, () => newThread(ledger)));
      const made = unwrap(await openLedger({ file: plain }));
      const theirThreads = await Promise.all(Array.from({ length: AT_ONCE }, () => newThread(made)));
      await made.close();
      const database = new DatabaseSync(plain);
      database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
      const [insert, update] = [database.prepare(numbered(INSERT)), database.prepare(numbered(UPDATE))];
      const said = database.prepare(numbered(SAID));
      const index = database.prepare('insert into said_words (rowid, text) values (?, ?)');
      const indexed = database.prepare('update said_indexed set upto = ?');
      let waiting: (number | bigint)[] = [];
      const ours = async (thread: string): Promise<void> => void unwrap(await ledger.append(thread, [MESSAGE]));
      const seqs = new Map<string, number>();
      const theirs = (thread: string): void => {
        const seq = (seqs.get(thread) ?? 1) + 1;
        seqs.set(thread, seq);
        const writes = writesOf(thread, seq);
        database.exec('begin immediate');
        const { changes } = update.run(...writes.update);
        insert.run(...writes.insert);
        const { lastInsertRowid } = said.run(...writes.said);
        waiting.push(lastInsertRowid);
        if (waiting.length === INDEXED_AT_ONCE) {
          for (const row of waiting) index.run(row, TEXT);
          indexed.run(lastInsertRowid);
          waiting = [];
        }
        database.exec(changes === 1 ? 'commit' : 'rollback');
      };
      const limits = { budgetMs: 12_000, runMs: 1500 };
      const works = (count: number): { readonly ours: Work; readonly theirs: Work } => ({
        ours: byAll(threads.slice(0, count), ours),
        theirs: byAll(theirThreads.slice(0, count), theirs),
      });
      const rates = await interleave(works(AT_ONCE), limits);
      const single = await interleave(works(1), limits);
      database.close();
      await ledger.close();
      const note = `one thread alone ${(single.ours / single.theirs).toFixed(2)}`;
      return { ours: rates.ours * 1000, theirs: rates.theirs * 1000, note };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** SQLite's words for `$1`. */
function numbered(sql: string): string {
  return sql.replaceAll('$', '?');
}
