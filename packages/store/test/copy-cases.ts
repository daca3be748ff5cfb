/** Backup, restore and move, between both engines: `copyCases(() => ownUrl(postgres.url))` in the test file that has a PostgreSQL. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { query } from '@toolthread/test-postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '../src/ledger.ts';
import type { LedgerRecord } from '../src/copy/ledger-record.ts';
import {
  backupLedger,
  isPostgresUrl,
  moveLedger,
  openLedger,
  openPeople,
  openPostgresLedger,
  reopenLedger,
  restoreLedger,
  threadsIn,
} from '../src/index.ts';
import { ledgerRecords } from '../src/copy/ledger-records.ts';
import { openSnapshot } from '../src/sql/open-snapshot.ts';
import { placesFound } from './contract/search-contract.ts';
import { bytesOf, message, newThread, readAll, resultIn, unwrap } from './contract/start.ts';
import { temporaryFile } from './temporary-file.ts';

export type Engine = 'SQLite' | 'PostgreSQL';
export const pairs: readonly (readonly [Engine, Engine])[] = [
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
  ['SQLite', 'SQLite'],
  ['PostgreSQL', 'PostgreSQL'],
];
const child = process.env['TEST_RESTORE'] ?? fileURLToPath(new URL('./restore-until-killed.ts', import.meta.url));
const TABLES = 'select relname from pg_class where relnamespace = current_schema()::regnamespace';

export function copyCases(newUrl: () => Promise<string>): void {
  const place = (engine: Engine): Promise<string> =>
    engine === 'SQLite' ? Promise.resolve(temporaryFile()) : newUrl();

  describe('a whole ledger, elsewhere', () => {
    test.each(pairs)('[L4] by a backup, from %s to %s: everything is there, and goes on', async (from, to) => {
      const [source, target, backup] = [await place(from), await place(to), temporaryFile('threads.backup')];
      const ledger = await opened(source);
      const thread = await fill(ledger);
      // The server runs.
      const policy = { name: 'policy.json', text: '{}' };
      const made = unwrap(await backupLedger({ from: source, to: backup, files: [policy] }));
      const before = await contentOf(source);
      unwrap(await ledger.append(thread, [message('Said after the backup')]));
      expect(made).toMatchObject({ threads: 3, blobs: 5 });
      expect(statSync(backup).mode & 0o777).toBe(0o600);
      const files: unknown[] = [];
      const onFiles = (kept: readonly unknown[]): void => void files.push(...kept);
      expect(unwrap(await restoreLedger({ from: backup, to: target, onFiles }))).toEqual(made);
      expect(files).toEqual([policy]);
      expect(await contentOf(target)).toEqual(before);
      await goesOn(await opened(target), ledger, thread);
    });

    test.each(pairs)(
      '[L4] by a move, from %s to %s: what is there is what was there, in every ledger',
      async (from, to) => {
        const [source, target] = [await place(from), await place(to)];
        const ledger = await opened(source);
        const thread = await fill(ledger);
        if (from === 'SQLite')
          expect(await moveLedger({ from: source, to: target })).toMatchObject({
            ok: false,
            error: { message: expect.stringMatching(/holds .* Stop it first\. Nothing was moved\.$/) },
          });
        if (from === 'PostgreSQL') {
          await query(source, `insert into nodes (name, life, until) values ('box', 'life-1', 9999999999999)`);
          const refused = {
            ok: false,
            error: { message: expect.stringMatching(/^Node box works on it\. Stop it first/) },
          };
          expect(await moveLedger({ from: source, to: target })).toMatchObject(refused);
          await query(source, 'delete from nodes');
        }
        await ledger.close();
        const before = await contentOf(source);
        expect(unwrap(await moveLedger({ from: source, to: target }))).toMatchObject({ threads: 3, blobs: 5 });
        expect(await contentOf(target)).toEqual(before);
        const open = isPostgresUrl(source) ? openPostgresLedger({ url: source }) : openLedger({ file: source });
        const words = expect.stringMatching(/^The threads that were here are in .* now\. .*: toolthread db reopen\.$/);
        expect(await open).toMatchObject({ ok: false, error: { message: words } });
        for (const refused of [await threadsIn(source), await openPeople(source)])
          expect(refused).toMatchObject({ ok: false, error: { message: words } });
        const backup = temporaryFile('old.backup');
        expect(await backupLedger({ from: source, to: backup })).toMatchObject({
          ok: false,
          error: { message: expect.stringMatching(/^The threads that were here are in .* Nothing was backed up\.$/) },
        });
        expect(existsSync(backup)).toBe(false);
        expect(await moveLedger({ from: source, to: await place(to) })).toMatchObject({ ok: false });
        expect(unwrap(await reopenLedger(source))).toBe(true);
        expect(unwrap(await reopenLedger(source))).toBe(false);
        expect(await contentOf(source)).toEqual(before);
        await goesOn(await opened(target), await opened(source), thread);
      },
    );

    test.each(['SQLite', 'PostgreSQL'] as const)(
      'a place in %s that is not empty is refused, and stays as it was',
      async (to) => {
        const [source, target, backup] = [temporaryFile(), await place(to), temporaryFile('threads.backup')];
        await (await opened(source)).close();
        const other = await opened(target);
        await newThread(other, { title: 'Other' });
        await other.close();
        unwrap(await backupLedger({ from: source, to: backup }));
        const before = await contentOf(target);
        for (const refused of [
          await restoreLedger({ from: backup, to: target }),
          await moveLedger({ from: source, to: target }),
        ])
          expect(refused).toMatchObject({
            ok: false,
            error: { message: expect.stringContaining('Nothing was changed.') },
          });
        expect(await contentOf(target)).toEqual(before);
      },
    );

    test.each([
      ['before the copy, nothing is copied', 'true', /^Nothing was moved: no room/],
      [
        'at its end, it says which counts and what to do',
        `new.name = 'moved to'`,
        /is the one that counts\. .*remove /,
      ],
    ])('a move whose old place cannot be marked can be made again: %s', async (_, when, words) => {
      const [source, target] = [await newUrl(), temporaryFile()];
      await (await opened(source)).close();
      await query(
        source,
        `create function refusing() returns trigger language plpgsql as
         $$ begin if ${when} then raise exception 'no room' using errcode = '53100'; end if; return new; end $$`,
      );
      await query(
        source,
        'create trigger refusing before insert on shared_files for each row execute function refusing()',
      );
      const refused = await moveLedger({ from: source, to: target });
      expect(refused).toMatchObject({ ok: false, error: { message: expect.stringMatching(words) } });
      expect(existsSync(target)).toBe(when !== 'true');
      await (await opened(source)).close();
      rmSync(target, { force: true });
      await query(source, 'drop function refusing cascade');
      unwrap(await moveLedger({ from: source, to: target }));
    });

    test('[L6] killed at any moment of a restore, nothing is there; then it can be restored', async () => {
      const [source, backup] = [temporaryFile(), temporaryFile('threads.backup')];
      const ledger = await opened(source);
      await fill(ledger);
      await ledger.close();
      unwrap(await backupLedger({ from: source, to: backup }));
      for (const to of ['SQLite', 'PostgreSQL'] as const) {
        const target = await place(to);
        for (const n of [1, 12, 40]) {
          const { signal } = spawnSync(process.execPath, [child, backup, target, String(n)], { stdio: 'inherit' });
          expect(signal).toBe('SIGKILL');
          if (isPostgresUrl(target)) expect(await query(target, TABLES)).toEqual([]);
          else expect(existsSync(target)).toBe(false);
        }
        unwrap(await restoreLedger({ from: backup, to: target }));
        expect(await contentOf(target)).toEqual(await contentOf(source));
        if (to === 'SQLite')
          expect(readdirSync(dirname(target)).filter((name) => name.includes('filling'))).toEqual([]);
      }
    });

    test('a backup of an older version is brought up to date where it is restored', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'toolthread-copy-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const [old, backup] = [join(folder, 'old.db'), join(folder, 'threads.backup')];
      const fixture = (name: string): string =>
        readFileSync(new URL(`../fixtures/${name}.sql`, import.meta.url), 'utf8');
      const raw = new DatabaseSync(old);
      for (const name of ['schema-1', 'schema-2', 'schema-3', 'rows-2']) raw.exec(fixture(name));
      raw.close();
      unwrap(await backupLedger({ from: old, to: backup }));
      for (const to of ['SQLite', 'PostgreSQL'] as const) {
        const target = await place(to);
        unwrap(await restoreLedger({ from: backup, to: target }));
        expect(unwrap(await threadsIn(target))).toMatchObject([{ id: 't1', title: 'Kept' }]);
        expect(await readAll(await opened(target), 't1')).toHaveLength(3);
      }
    });
  });

  async function opened(at: string): Promise<Ledger> {
    const ledger = unwrap(await (isPostgresUrl(at) ? openPostgresLedger({ url: at }) : openLedger({ file: at })));
    onTestFinished(() => ledger.close());
    return ledger;
  }
}

/** What is wrong with a backup is told, and nothing is left of it. */
export function tornCases(): void {
  const torn: readonly (readonly [string, (whole: Buffer) => Buffer, RegExp])[] = [
    ['cut off', (whole) => whole.subarray(0, whole.length - 20), /torn: it ends in the middle/],
    ['cut off at its head', (whole) => whole.subarray(0, 15), /torn|no backup/],
    ['empty', () => Buffer.alloc(0), /torn|no backup/],
    ['another file', () => Buffer.from('# A title\n'), /not a Toolthread backup/],
    ['another file, packed', () => gzipSync('{"name":"x"}\n'), /not a Toolthread backup/],
    ['without its end', (whole) => lines(whole, (all) => all.slice(0, -1)), /torn: its end is missing/],
    [
      'with a row less',
      (whole) => lines(whole, (all) => all.filter((line) => !line.includes('Hello'))),
      /thread .* would have 1 rows instead of 2/,
    ],
    [
      'with another word',
      (whole) => lines(whole, (all) => all.map((line) => line.replace('Hello', 'Hallo'))),
      /would have other words/,
    ],
    [
      'without a sum',
      (whole) => lines(whole, (all) => all.filter((line) => !line.startsWith('{"kind":"sum","thread"'))),
      /rows without their sum/,
    ],
    [
      'with a table of its own',
      (whole) =>
        lines(whole, (all) => [
          ...all.slice(0, 1),
          '{"kind":"table","table":"x; drop table threads","columns":[]}',
          ...all.slice(1),
        ]),
      /has a table x/,
    ],
    [
      'of a newer version',
      (whole) => lines(whole, (all) => all.map((line) => line.replace(/"schema":\d+/, '"schema":99'))),
      /newer Toolthread \(schema 99/,
    ],
    [
      'of a newer format',
      (whole) => lines(whole, (all) => all.map((line) => line.replace('"format":1', '"format":2'))),
      /newer Toolthread \(format 2/,
    ],
    [
      'with no JSON in it',
      (whole) => lines(whole, (all) => [...all.slice(0, 4), '{"kind":', ...all.slice(4)]),
      /is damaged/,
    ],
  ];

  test.each(torn)('a backup that is %s is refused in words, and nothing is left of it', async (_, broken, words) => {
    const [source, backup, target] = [temporaryFile(), temporaryFile('threads.backup'), temporaryFile()];
    const ledger = unwrap(await openLedger({ file: source }));
    const thread = await newThread(ledger);
    unwrap(await ledger.append(thread, [message('Hello')]));
    await ledger.close();
    unwrap(await backupLedger({ from: source, to: backup }));
    writeFileSync(backup, broken(readFileSync(backup)));
    expect(await restoreLedger({ from: backup, to: target })).toMatchObject({
      ok: false,
      error: { code: 'unavailable', message: expect.stringMatching(words) },
    });
    expect(readdirSync(dirname(target))).toEqual([]);
  });

  test('a backup does not take the place of a file, and one of nothing is none', async () => {
    const [source, backup] = [temporaryFile(), temporaryFile('threads.backup')];
    const missing = await backupLedger({ from: source, to: backup });
    expect(missing).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(`There is no ledger at ${source}`) },
    });
    expect(readdirSync(dirname(backup))).toEqual([]);
    writeFileSync(backup, 'mine');
    await unwrap(await openLedger({ file: source })).close();
    const taken = await backupLedger({ from: source, to: backup });
    expect(taken).toMatchObject({ ok: false, error: { message: `${backup} is there already. Nothing was written.` } });
    expect(readFileSync(backup, 'utf8')).toBe('mine');
  });
}

function lines(whole: Buffer, change: (all: readonly string[]) => readonly string[]): Buffer {
  const all = gunzipSync(whole).toString('utf8').trimEnd().split('\n');
  return gzipSync(`${change(all).join('\n')}\n`);
}

/** Three threads, a deleted one of which something may be left, a purged event, blobs in pieces, a saved tree, and a message with a strange id. */
async function fill(ledger: Ledger): Promise<string> {
  const large = new Uint8Array(200_000).map((_, n) => n % 251);
  const thread = await newThread(ledger, { title: 'Grüße 😀' });
  const [file, all] = unwrap(await ledger.putBlobs([bytesOf('a file'), large]));
  const tree = unwrap(await ledger.putBlob(bytesOf(JSON.stringify({ files: [['a', file]], left: [] }))));
  unwrap(await ledger.putBlob(bytesOf('put, and not yet named')));
  unwrap(
    await ledger.append(thread, [
      message('Hello \0 \ud83d', 'a \0 strange id'),
      message('Hello', '\u0001 another'),
      message('Hello', 'm-3'),
      { type: 'workspace.saved', tree },
      resultIn(all ?? ''),
      { type: 'scope.opened', scope: 'agent:a', kind: 'member', name: 'A' },
    ]),
  );
  const second = await newThread(ledger, { title: 'Purged' });
  unwrap(await ledger.append(second, [message('a secret', 's'), message('x'.repeat(300_000)), message('y')]));
  unwrap(await ledger.purge(second, 2, { purged: 'a secret', by: '@human' }));
  const third = await newThread(ledger);
  unwrap(await ledger.append(third, [{ type: 'thread.placed', place: 'archive' }]));
  unwrap(
    await ledger.append(
      third,
      Array.from({ length: 300 }, (_, n) => message(`${n}`)),
    ),
  );
  const run = unwrap(await ledger.claimRun(third, 'run-1'));
  const usage = { input_tokens: 7, output_tokens: 5 };
  const ended = { type: 'agent.step.completed', step: 1, finish_reason: 'stop', usage } as const;
  unwrap(await ledger.append(third, [{ type: 'agent.step.started', step: 1 }, ended], { run, person: 'Ada' }));
  unwrap(await ledger.spent.limit('Ada', { tokens: 100, cost: 2.5 }));
  const gone = await newThread(ledger);
  const blob = unwrap(await ledger.putBlob(bytesOf('of one thread')));
  unwrap(await ledger.append(gone, [resultIn(blob)]));
  unwrap(await ledger.deleteThread(gone));
  const kept = unwrap(await ledger.putBlob(bytesOf('of another thread')));
  unwrap(await ledger.append(third, [resultIn(kept)]));
  return thread;
}

/** Every row, in an order that both engines share. */
async function contentOf(place: string): Promise<readonly string[]> {
  const snapshot = await openSnapshot(place);
  const texts: string[] = [];
  let table = '';
  for await (const record of ledgerRecords(snapshot)) {
    if (record.kind === 'table') table = record.table;
    if (record.kind !== 'head') texts.push(`${table} ${textOf(record)}`);
  }
  await snapshot.close();
  return texts.toSorted();
}

function textOf(record: LedgerRecord): string {
  if (record.kind !== 'row') return JSON.stringify(record);
  return JSON.stringify(record.row.map((value) => (value instanceof Uint8Array ? [...value] : value)));
}

async function goesOn(target: Ledger, source: Ledger, thread: string): Promise<void> {
  const [events, was] = [await readAll(target, thread), await readAll(source, thread)];
  expect(events).toEqual(was.slice(0, events.length));
  // What was said is found there, and what was purged or deleted is not.
  for (const words of [['Grüße'], ['hello'], ['secret words'], ['a secret'], ['xxx']])
    expect(await placesFound(target, { words })).toEqual(await placesFound(source, { words }));
  expect(await placesFound(target, { words: ['hello'] })).toHaveLength(3);
  // A message that is sent again is known by its id, however strange.
  const again = [message('Hello \0 \ud83d', 'a \0 strange id'), message('Hello', '\u0001 another')];
  expect(unwrap(await target.append(thread, again)).map(({ seq }) => seq)).toEqual([2, 3]);
  expect(unwrap(await target.append(thread, [message('more')]))).toMatchObject([{ seq: events.length + 1 }]);
  for (const event of events) {
    if (event.type !== 'agent.tool.completed') continue;
    expect(unwrap(await target.getBlob(event.full_blob ?? ''))).toEqual(
      unwrap(await source.getBlob(event.full_blob ?? '')),
    );
  }
}
