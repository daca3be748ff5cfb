import { column } from '../sql/column.ts';
import type { Database, Row, Statements, Value } from '../sql/database.ts';
import { done, guarded, noSuchThread, type Result } from '../result.ts';
import { forgetSpent } from '../spent/sql-spent.ts';
import { CAME_BY_PROXY, IS_ACCOUNT, isRemoved, removedPerson } from './is-removed.ts';
import { sqlReaders } from './sql-readers.ts';
import type { Accounts, Links, People, Roles, SignIns } from './people.ts';
import { roleOf } from './role-of.ts';

/** `sqlPeople(database, Date.now)`: the database is at the newest schema. */
export function sqlPeople(database: Database, now: () => number): People {
  return {
    accounts: accountsIn(database, now),
    signIns: signInsIn(database),
    roles: rolesIn(database),
    links: linksIn(database),
    readers: sqlReaders(database),
    changes: () =>
      guarded(async () => {
        const [row] = await database.all('select max(n) as n from people_changes');
        return done(row === undefined || row['n'] === null ? 0 : column.number(row, 'n'));
      }),
  };
}

/**
 * The change is told with what was changed, or not at all. Where the answer to its commit is lost in a crash, what it has brought about must be there (`proof`); else it is
 * done again, which gives the same.
 */
function change<T>(database: Database, work: (sql: Statements) => Promise<Result<T>>): Promise<Result<T>> {
  return guarded(() =>
    database.tx('full', async (sql) => {
      await sql.run('update people_changes set n = n + 1');
      return work(sql);
    }),
  );
}

async function count(sql: Statements, text: string, values: readonly Value[]): Promise<number> {
  return (await sql.all(text, values)).length;
}

function accountsIn(database: Database, now: () => number): Accounts {
  return {
    list: () =>
      guarded(async () => {
        const rows = await database.all(`select name, added_at from people where ${IS_ACCOUNT} order by name`);
        return done(rows.map((row) => ({ name: column.text(row, 'name'), addedAt: column.number(row, 'added_at') })));
      }),
    add: (name, password) =>
      change(database, async (sql) => {
        sql.proof('select name from people where name = $1 and password = $2', [name, password]);
        const added = `insert into people (name, password, added_at) values ($1, $2, $3)
          on conflict (name) do update set password = excluded.password, added_at = excluded.added_at
          where people.password = '${CAME_BY_PROXY}' returning name`;
        return done((await count(sql, added, [name, password, now()])) > 0);
      }),
    removed: () =>
      guarded(async () => {
        const asked = `select name, password, added_at from people where not (${IS_ACCOUNT}) order by name`;
        const rows = await database.all(asked);
        return done(
          rows.map((row) => ({
            name: column.text(row, 'name'),
            ...(column.text(row, 'password') === CAME_BY_PROXY && { until: column.number(row, 'added_at') }),
          })),
        );
      }),
    password: (name) =>
      guarded(async () => {
        const [row] = await database.all(`select password from people where name = $1 and ${IS_ACCOUNT}`, [name]);
        return done(row === undefined ? undefined : column.text(row, 'password'));
      }),
    reset: (name, password) =>
      change(database, async (sql) => {
        const set = `update people set password = $2 where name = $1 and ${IS_ACCOUNT} returning name`;
        const known = await count(sql, set, [name, password]);
        if (known > 0) sql.proof('select name from people where name = $1 and password = $2', [name, password]);
        await sql.run('delete from sign_ins where person = $1', [name]);
        return done(known > 0);
      }),
    remove: (name, threads) =>
      change(database, async (sql) => {
        const [known] = await sql.lock(`select name from people where name = $1 and ${IS_ACCOUNT}`, [name]);
        const owned = `select thread from thread_people where person = $1 and role = 'owner' limit 1`;
        if (threads === 'are gone' && (await count(sql, owned, [name])) > 0) return done('has threads');
        if (known !== undefined) await sql.run(`update people set password = '' where name = $1`, [name]);
        else
          await sql.run(
            `insert into people (name, password, added_at) values ($1, '${CAME_BY_PROXY}', $2)
             on conflict (name) do update set added_at = excluded.added_at where people.password = '${CAME_BY_PROXY}'`,
            [name, now()],
          );
        sql.proof(`select name from people where name = $1 and not (${IS_ACCOUNT})`, [name]);
        await sql.run('delete from sign_ins where person = $1', [name]);
        await sql.run('delete from thread_people where person = $1', [name]);
        await sql.run('delete from thread_links where made_by = $1', [name]);
        await sql.run('delete from readers where person = $1', [name]);
        await forgetSpent(sql, name);
        return done(known === undefined ? 'unknown' : 'removed');
      }),
  };
}

/** `all('thread = $1', [thread])`: what the rows of a table stand for; `one` is for where there is one at most. */
function rowsOf<T>(database: Database, select: string, read: (row: Row) => T) {
  const all = (where: string, values: readonly Value[]): Promise<Result<readonly T[]>> =>
    guarded(async () => done((await database.all(`${select} where ${where}`, values)).map(read)));
  const one = async (where: string, values: readonly Value[]): Promise<Result<T | undefined>> => {
    const found = await all(where, values);
    return found.ok ? done(found.value[0]) : found;
  };
  return { one, all };
}

function signInsIn(database: Database): SignIns {
  const columns = 'cookie, secret, person, at, until, browser';
  const { one, all } = rowsOf(database, `select ${columns} from sign_ins`, (row) => ({
    cookie: column.text(row, 'cookie'),
    secret: column.text(row, 'secret'),
    person: column.text(row, 'person'),
    at: column.number(row, 'at'),
    until: column.number(row, 'until'),
    browser: column.text(row, 'browser'),
  }));
  return {
    begin: ({ cookie, secret, person, at, until, browser }) =>
      change(database, async (sql) => {
        // Whoever is being removed, or given another password, does not come in beside it.
        const [known] = await sql.lock(`select name from people where name = $1 and ${IS_ACCOUNT}`, [person]);
        if (known === undefined) return done(false);
        sql.proof('select cookie from sign_ins where cookie = $1', [cookie]);
        const values = [cookie, secret, person, at, until, browser];
        await sql.run(`insert into sign_ins (${columns}) values ($1, $2, $3, $4, $5, $6)`, values);
        return done(true);
      }),
    find: (cookie) => one('cookie = $1', [cookie]),
    of: (person) => all('person = $1 order by at desc, cookie', [person]),
    end: (person, cookie) =>
      change(database, async (sql) => {
        const [which, values] =
          cookie === undefined ? ['person = $1', [person]] : ['person = $1 and cookie = $2', [person, cookie]];
        sql.proof(`select 1 as one where not exists (select 1 from sign_ins where ${which})`, values);
        return done(await count(sql, `delete from sign_ins where ${which} returning cookie`, values));
      }),
    expire: (before) =>
      change(database, async (sql) => {
        await sql.run('delete from sign_ins where until < $1', [before]);
        return done(undefined);
      }),
  };
}

function rolesIn(database: Database): Roles {
  return {
    of: (thread, person) =>
      guarded(async () => {
        const [row] = await database.all('select role from thread_people where thread = $1 and person = $2', [
          thread,
          person,
        ]);
        return done(roleOf(row));
      }),
    inThread: (thread) =>
      guarded(async () => {
        const rows = await database.all('select person, role from thread_people where thread = $1 order by person', [
          thread,
        ]);
        return done(
          rows.flatMap((row) => {
            const role = roleOf(row);
            return role === undefined ? [] : [{ person: column.text(row, 'person'), role }];
          }),
        );
      }),
    threads: (person, role) =>
      guarded(async () => {
        const all = 'select thread from thread_people where person = $1';
        const rows = await (role === undefined
          ? database.all(`${all} order by thread`, [person])
          : database.all(`${all} and role = $2 order by thread`, [person, role]));
        return done(rows.map((row) => column.text(row, 'thread')));
      }),
    give: (thread, person, role) =>
      change(database, async (sql) => {
        // A thread that is being deleted gets no roles that would stay behind.
        const [known] = await sql.lock('select id from threads where id = $1', [thread]);
        if (known === undefined) return noSuchThread(thread);
        if (role !== undefined && (await isRemoved(sql, person))) return removedPerson(person);
        const whose = [thread, person];
        const [has] = await sql.all('select role from thread_people where thread = $1 and person = $2', whose);
        if (roleOf(has) === 'owner') return done(false);
        await sql.run('delete from thread_people where thread = $1 and person = $2', whose);
        const given = 'from thread_people where thread = $1 and person = $2';
        if (role === undefined) {
          sql.proof(`select 1 as one where not exists (select 1 ${given})`, whose);
          return done(true);
        }
        sql.proof(`select thread ${given} and role = $3`, [...whose, role]);
        await sql.run('insert into thread_people (thread, person, role) values ($1, $2, $3)', [...whose, role]);
        return done(true);
      }),
    adopt: (person) =>
      change(database, async (sql) => {
        const nobodys = `select id from threads where not exists
          (select 1 from thread_people where thread = threads.id and role = 'owner')`;
        const rows = await sql.all(nobodys);
        for (const row of rows) await ownThread(sql, column.text(row, 'id'), person);
        return done(rows.length);
      }),
  };
}

/** Within the transaction that makes the thread. */
export async function ownThread(sql: Statements, thread: string, person: string): Promise<void> {
  await sql.run('delete from thread_people where thread = $1 and person = $2', [thread, person]);
  await sql.run(`insert into thread_people (thread, person, role) values ($1, $2, 'owner')`, [thread, person]);
}

/** Within the transaction that deletes the thread. */
export async function forgetPeopleOf(sql: Statements, thread: string): Promise<void> {
  const [shared] = await sql.all('select thread from thread_people where thread = $1 limit 1', [thread]);
  await sql.run('delete from thread_people where thread = $1', [thread]);
  await sql.run('delete from thread_links where thread = $1', [thread]);
  await sql.run('delete from readers where thread = $1', [thread]);
  if (shared !== undefined) await sql.run('update people_changes set n = n + 1');
}

function linksIn(database: Database): Links {
  const { one, all } = rowsOf(database, 'select digest, thread, made_by, at from thread_links', (row) => ({
    digest: column.text(row, 'digest'),
    thread: column.text(row, 'thread'),
    by: column.text(row, 'made_by'),
    at: column.number(row, 'at'),
  }));
  return {
    make: ({ digest, thread, by, at }) =>
      change(database, async (sql) => {
        const [known] = await sql.lock('select id from threads where id = $1', [thread]);
        if (known === undefined) return noSuchThread(thread);
        if (await isRemoved(sql, by)) return removedPerson(by);
        sql.proof('select digest from thread_links where digest = $1', [digest]);
        const values = [digest, thread, by, at];
        await sql.run('insert into thread_links (digest, thread, made_by, at) values ($1, $2, $3, $4)', values);
        return done(undefined);
      }),
    find: (digest) => one('digest = $1', [digest]),
    of: (thread) => all('thread = $1 order by at desc, digest', [thread]),
    takeBack: (thread, digest) =>
      change(database, async (sql) => {
        sql.proof('select 1 as one where not exists (select 1 from thread_links where digest = $1)', [digest]);
        const gone = 'delete from thread_links where thread = $1 and digest = $2 returning digest';
        return done((await count(sql, gone, [thread, digest])) > 0);
      }),
  };
}
