/** Which copy of a ledger is which: `ownerCases(() => ownUrl(postgres.url))` in the test file that has a PostgreSQL. */
import { query } from '@toolthread/test-postgres';
import { expect, onTestFinished, test } from 'vitest';
import {
  backupLedger,
  isPostgresUrl,
  moveLedger,
  openLedger,
  openPostgresLedger,
  reopenLedger,
  restoreLedger,
} from '../src/index.ts';
import { unwrap } from './contract/start.ts';
import { type Engine, pairs } from './copy-cases.ts';
import { temporaryFile } from './temporary-file.ts';

export function ownerCases(newUrl: () => Promise<string>): void {
  const place = (engine: Engine): Promise<string> =>
    engine === 'SQLite' ? Promise.resolve(temporaryFile()) : newUrl();

  test.each(pairs)('a copy from %s to %s is another ledger, and one that was moved is the same', async (from, to) => {
    const [source, moved, copy, backup] = [
      await place(from),
      await place(to),
      await place(to),
      temporaryFile('threads.backup'),
    ];
    const first = await ownerOf(source);
    unwrap(await backupLedger({ from: source, to: backup }));
    unwrap(await restoreLedger({ from: backup, to: copy }));
    unwrap(await moveLedger({ from: source, to: moved }));
    unwrap(await reopenLedger(source));
    expect(await ownerOf(moved)).toBe(first);
    const others = [await ownerOf(copy), await ownerOf(source)];
    expect(new Set([first, ...others]).size).toBe(3);
    expect([await ownerOf(copy), await ownerOf(source)]).toEqual(others);
  });

  test('a dump that is restored is another ledger, with every row that the first had', async () => {
    const [source, copy] = [await newUrl(), await newUrl()];
    const first = await ownerOf(source);
    await ownerOf(copy);
    const [row] = await query(source, `select words from shared_files where name = 'copy id'`);
    expect(JSON.stringify(row)).toContain(first);
    const words = Object.values(row ?? {}).join('');
    await query(copy, `update shared_files set words = '${words}' where name = 'copy id'`);
    expect(await ownerOf(copy)).not.toBe(first);
    expect(await ownerOf(source)).toBe(first);
  });

  test('a user who may not ask which server it is has an id, too', async () => {
    const source = await newUrl();
    const may = (word: string): Promise<unknown> =>
      query(source, `${word} execute on function pg_control_system() ${word === 'grant' ? 'to' : 'from'} public`);
    const name = `plain${Date.now()}`;
    const schema = (await query(source, 'select current_schema() as name')).map((row) => Object.values(row ?? {})[0]);
    await query(source, `create role ${name} login`);
    await query(source, `grant all on schema "${String(schema[0])}" to ${name}`);
    await may('revoke');
    onTestFinished(async () => void (await may('grant')));
    const url = new URL(source);
    url.username = name;
    expect(await ownerOf(url.href)).toBe(await ownerOf(url.href));
  });
}

async function ownerOf(at: string): Promise<string> {
  const ledger = unwrap(await (isPostgresUrl(at) ? openPostgresLedger({ url: at }) : openLedger({ file: at })));
  const owner = unwrap(await ledger.workspaces.owner());
  await ledger.close();
  return owner;
}
