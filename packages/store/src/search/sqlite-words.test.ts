import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { message, newThread, unwrap } from '../../test/contract/start.ts';
import { temporaryFile } from '../../test/temporary-file.ts';
import type { Ledger } from '../ledger.ts';
import { openLedger } from '../open-ledger.ts';
import type { Database, Statements, Value } from '../sql/database.ts';
import { openSqlite } from '../sql/open-sqlite.ts';
import { sqlLedger } from '../sql-ledger.ts';

const different = Array.from({ length: 60_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * n * 31) % 20_000)));
const LONG = `begin ${'word '.repeat(30_000)} middle ${different.join('')} end`;

/** The letters of each statement that reaches the index. */
function listening(database: Database, onLetters: (letters: number) => void): Database {
  const looked = (sql: string, values: readonly Value[] = []): void => {
    if (!sql.includes('into said_words')) return;
    for (const value of values) if (typeof value === 'string') onLetters(value.length);
  };
  return {
    ...database,
    together: (durability, work) =>
      database.together(durability, (sql) =>
        work({ ...sql, run: (text, values) => (looked(text, values), sql.run(text, values)) }),
      ),
    tx: (durability, work) =>
      database.tx(durability, (sql) =>
        work({ ...sql, run: (text, values) => (looked(text, values), sql.run(text, values)) }),
      ),
  };
}

async function found(ledger: Ledger, word: string): Promise<number> {
  return unwrap(await ledger.search({ words: [word], limit: 10 })).found.length;
}

test('M3: a long text is taken into the index and out of it by statements of a few letters, and is found by all of it', async () => {
  const file = temporaryFile('ledger.db');
  const made = unwrap(await openLedger({ file }));
  await made.close();
  const letters: number[] = [];
  const ledger = sqlLedger({ database: listening(openSqlite({ file }), (count) => letters.push(count)) });
  const [short, thread] = [await newThread(ledger), await newThread(ledger)];
  unwrap(await ledger.append(short, [message('some other words')]));
  unwrap(await ledger.append(thread, [message(LONG)]));
  for (const word of ['begin', 'middle', 'end', LONG.slice(-50_003, -49_997)])
    expect(await found(ledger, word)).toBe(1);
  unwrap(await ledger.deleteThread(thread));
  expect(await found(ledger, 'middle')).toBe(0);
  expect(Math.max(...letters)).toBeLessThan(2_010);
  await ledger.close();

  const after = new DatabaseSync(file);
  onTestFinished(() => after.close());
  after.exec(`create virtual table temp.terms using fts5vocab('main', 'said_words', 'row')`);
  const left = after.prepare('select term from temp.terms').all();
  expect(left.filter(({ term }) => /[^ -~]/.test(String(term)) || term === 'mid')).toEqual([]);
  after.exec(`insert into said_words (said_words) values ('integrity-check')`);
});

test('M3: what is in the index is merged by statements that each change few rows of it, and does come together', async () => {
  const file = temporaryFile('ledger.db');
  const made = unwrap(await openLedger({ file }));
  await made.close();
  const database = openSqlite({ file });
  let most = 0;
  const ledger = sqlLedger({
    database: {
      ...database,
      together: (durability, work) =>
        database.together(durability, (sql) => {
          const changes = async (): Promise<number> => Number((await sql.all('select total_changes() n'))[0]?.['n']);
          const run: Statements['run'] = async (text, values) => {
            const before = await changes();
            await sql.run(text, values);
            most = Math.max(most, (await changes()) - before);
          };
          return work({ ...sql, run });
        }),
    },
  });
  const thread = await newThread(ledger);
  const texts = Array.from({ length: 2560 }, (_, n) => message(`message ${n} ${wordOf(n)}`));
  for (let at = 0; at < texts.length; at += 640) unwrap(await ledger.append(thread, texts.slice(at, at + 640)));
  expect(most).toBeLessThan(400);
  await ledger.close();

  const after = new DatabaseSync(file);
  onTestFinished(() => after.close());
  const [{ n: segments } = { n: 0 }] = after.prepare('select count(distinct segid) n from said_words_idx').all();
  expect(segments).toBeLessThan(20);
});

/** Letters of its own, many of them. */
function wordOf(n: number): string {
  return Array.from({ length: 40 }, (_, at) => String.fromCodePoint(0x4e00 + (((n * 40 + at) * 7919) % 20_000))).join(
    '',
  );
}
