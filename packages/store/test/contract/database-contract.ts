/** What every engine below a `Ledger` must do: the laws that `sql/database.ts` states. `databaseContract('SQLite', open)` in a test file runs it. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, DatabaseUnavailable, type Statements, type Queryable } from '../../src/sql/database.ts';
import { makeRows, ROWS, wordsIn, write } from '../eight-rows.ts';

interface OpenedDatabase {
  readonly database: Database;
  /** Closes the database and opens the same data again. */
  readonly reopen: () => Promise<Database>;
}

/** Opens an empty one. */
export type OpenDatabase = () => Promise<OpenedDatabase>;

const add = (sql: Statements, n: number): Promise<void> => sql.run('insert into once (a) values ($1)', [n]);
const once = (reader: Queryable): Promise<readonly unknown[]> => reader.all('select a from once order by a');

/** Each row is written at the same time, and `more` is done with it. */
function together(
  database: Database,
  more: (sql: Statements, n: number) => Promise<void>,
): Promise<readonly PromiseSettledResult<void>[]> {
  const writing = ROWS.map((n) =>
    database.together('full', async (sql) => {
      await write(sql, n);
      await more(sql, n);
    }),
  );
  return Promise.allSettled(writing);
}

export function databaseContract(name: string, open: OpenDatabase): void {
  /** With rows 0 to 7, whose `words` may be changed, and a table without any. */
  async function start(): Promise<OpenedDatabase> {
    const opened = await open();
    onTestFinished(() => opened.database.close());
    await makeRows(opened.database);
    return opened;
  }

  describe(`the contract of a database: ${name}`, () => {
    describe.each(['tx', 'together'] as const)('%s', (way) => {
      test('[L6] who reads outside of it sees a row when it is committed, not before', async () => {
        const { database } = await start();
        await database[way]('full', async (sql) => {
          await add(sql, 1);
          expect(await once(sql)).toEqual([{ a: 1 }]);
          expect(await once(database)).toEqual([]);
        });
        expect(await once(database)).toEqual([{ a: 1 }]);
      });

      test('[L6] work that rejects leaves nothing, its own reason is told, and the next one works', async () => {
        const { database } = await start();
        const failing = database[way]('full', async (sql) => {
          await add(sql, 1);
          throw new Error('changed my mind');
        });
        await expect(failing).rejects.toThrow('changed my mind');
        expect(await once(database)).toEqual([]);
        await database[way]('relaxed', (sql) => add(sql, 2));
        expect(await once(database)).toEqual([{ a: 2 }]);
      });

      test('[L6] a statement that fails leaves nothing of those before it, whether it was waited for or not', async () => {
        const { database } = await start();
        const failing = database[way]('full', async (sql) => {
          for (const n of [1, 2, 2, 3]) await add(sql, n);
        });
        await expect(failing).rejects.toThrow(/unique/i);
        const last = database[way]('full', async (sql) => {
          await add(sql, 1);
          await sql.run('insert into once (a) values (2), (2)');
        });
        await expect(last).rejects.toThrow(/unique/i);
        expect(await once(database)).toEqual([]);
        await database[way]('relaxed', (sql) => add(sql, 4));
        expect(await once(database)).toEqual([{ a: 4 }]);
      });

      test.each(['full', 'relaxed'] as const)(
        '[L6] what it has committed (%s) is there when the same data is opened again',
        async (durability) => {
          const { database, reopen } = await start();
          await database[way](durability, (sql) => add(sql, 1));
          expect(await once(await reopen())).toEqual([{ a: 1 }]);
        },
      );
    });

    test('[L6] those that lock the same row come one after the other', async () => {
      const { database } = await start();
      const raise = (): Promise<number> =>
        database.tx('full', async (sql) => {
          const [row] = await sql.lock('select words from t where a = $1', [0]);
          const n = Number(row?.['words']) + 1;
          await sql.run('update t set words = $1 where a = 0', [String(n)]);
          return n;
        });
      const told = await Promise.all(ROWS.map(raise));
      expect(told.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect((await wordsIn(database))[0]).toBe('8');
    });

    test('[L6] short ones that wait at the same time are each told what they came to', async () => {
      const { database } = await start();
      const told = await Promise.all(ROWS.map((n) => database.together('full', (sql) => write(sql, n, `word ${n}`))));
      expect(told).toEqual(ROWS.map((n) => `word ${n}`));
      expect(await wordsIn(database)).toEqual(told);
    });

    test('[L6] one of them that fails takes none with it, and nothing of it is kept', async () => {
      const { database } = await start();
      const settled = await together(database, async (sql, n) => {
        if (n % 4 === 1) await sql.run('insert into once (a) values (1), (1)');
        if (n % 4 === 2) throw new Error('no');
      });
      const failing = new Set([1, 2, 5, 6]);
      expect(settled.map(({ status }) => status)).toEqual(ROWS.map((n) => (failing.has(n) ? 'rejected' : 'fulfilled')));
      const unique = expect.objectContaining({ message: expect.stringMatching(/unique/i) });
      expect(settled[1]).toMatchObject({ reason: unique });
      expect(settled[2]).toMatchObject({ reason: expect.objectContaining({ message: 'no' }) });
      expect(await wordsIn(database)).toEqual(ROWS.map((n) => (failing.has(n) ? null : 'written')));
      expect(await once(database)).toEqual([]);
    });

    test('[L6] one of them whose write fails after it has returned takes none with it', async () => {
      const { database } = await start();
      const settled = await together(database, async (sql, n) => {
        if (n === 1) await sql.run('insert into once (a) values (1), (1)');
      });
      expect(settled.map(({ status }) => status)).toEqual(ROWS.map((n) => (n === 1 ? 'rejected' : 'fulfilled')));
      expect(await wordsIn(database)).toEqual(ROWS.map((n) => (n === 1 ? null : 'written')));
    });

    test('[L6] those that touch what others touch, in any order, never wait for each other', async () => {
      const { database } = await start();
      const waits = ROWS.map((n) =>
        database.together('full', async (sql) => {
          await sql.lock('select a from t where a = $1', [n]);
          sql.alone();
          for (const row of n % 2 === 0 ? [0, 1] : [1, 0])
            await sql.run('insert into once (a) values ($1) on conflict (a) do update set a = excluded.a', [row]);
        }),
      );
      await Promise.all(waits);
      expect(await once(database)).toEqual([{ a: 0 }, { a: 1 }]);
    });

    test('a closed one answers nothing and does nothing, in words; closing it again is nothing', async () => {
      const { database, reopen } = await start();
      await database.close();
      await database.close();
      let begun = 0;
      const work = async (sql: Statements): Promise<void> => {
        begun += 1;
        await add(sql, 1);
      };
      for (const asked of [
        () => once(database),
        () => database.tx('full', work),
        () => database.together('full', work),
        () => database.together('relaxed', work),
      ])
        await expect(asked()).rejects.toBeInstanceOf(DatabaseUnavailable);
      expect(begun).toBe(0);
      expect(await once(await reopen())).toEqual([]);
    });

    test('values come back as they were given, wherever their place is named', async () => {
      const { database } = await start();
      const { bytes, text, clustered, given } = database.dialect;
      const content = Uint8Array.from([0, 1, 128, 255]);
      await database.tx('full', async (sql) => {
        await sql.run(
          `create table v (id ${text} primary key, n bigint, words ${text}, content ${bytes}) ${clustered}`,
        );
        await sql.run('insert into v (content, n, words, id) values ($3, $2, $1, $1)', [
          'a\0é😀',
          2 ** 53 - 1,
          content,
        ]);
        await sql.run('insert into v (id, n, words, content) values ($1, $2, $3, $4)', ['b', null, null, null]);
      });
      const rows = await database.all('select id, n, words, content from v order by id');
      const [first, second] = rows.map((row) => ({ ...row }));
      expect(given(String(first?.['words']))).toBe('a\0é😀');
      expect(first?.['n']).toBe(2 ** 53 - 1);
      expect(Uint8Array.from(first?.['content'] instanceof Uint8Array ? first['content'] : [])).toEqual(content);
      expect(second).toEqual({ id: 'b', n: null, words: null, content: null });
    });

    test('the words of its dialect: texts are ordered by their bytes, its tables have names, its clock goes in milliseconds', async () => {
      const { database } = await start();
      const { text, tables, clock } = database.dialect;
      await database.tx('full', async (sql) => {
        for (const statement of database.dialect.alone) await sql.run(statement);
        await sql.run(`create table sorted (word ${text} primary key)`);
        for (const word of ['é', 'a', 'B', '_', 'z', 'Z'])
          await sql.run('insert into sorted (word) values ($1)', [word]);
      });
      const sorted = await database.all('select word from sorted order by word');
      expect(sorted.map(({ word }) => word)).toEqual(['B', 'Z', '_', 'a', 'z', 'é']);
      const named = await database.all(
        `select name from (${tables}) as known where name in ('t', 'once', 'none') order by name`,
      );
      expect(named.map((row) => row['name'])).toEqual(['once', 't']);
      const [row] = await database.all(`select ${clock} as now`);
      expect(new Date(Number(row?.['now'])).getUTCFullYear()).toBe(new Date().getUTCFullYear());
    });
  });
}
