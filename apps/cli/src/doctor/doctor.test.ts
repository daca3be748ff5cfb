import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openLedger } from '@toolthread/store';
import { describe, expect, it } from 'vitest';
import { folder, PATIENCE_MS, runCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

async function ledgerIn(data: string): Promise<string> {
  const opened = await openLedger({ file: join(data, 'ledger.db') });
  if (!opened.ok) throw new Error(opened.error.message);
  const created = await opened.value.createThread({ title: 'Upgrade the parser' });
  if (!created.ok) throw new Error(created.error.message);
  await opened.value.close();
  return created.value[0]?.thread ?? '';
}

describe('toolthread doctor', { timeout: PATIENCE_MS }, () => {
  it('[M8] says that all is well, of the folder that serve uses', async () => {
    const home = folder();
    mkdirSync(join(home, '.data', 'toolthread'), { recursive: true });
    await ledgerIn(join(home, '.data', 'toolthread'));
    const { code, stdout, stderr } = await runCli(['doctor'], { home });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('1 thread, 1 event, 0 blobs.\nAll of it is as it was written.');
  });

  it('[issue 14] a ledger of an earlier version has no problem, and is not examined', async () => {
    const data = folder();
    await ledgerIn(data);
    const raw = new DatabaseSync(join(data, 'ledger.db'));
    raw.exec('delete from schema_version where version = (select max(version) from schema_version)');
    raw.close();
    const { code, stdout, stderr } = await runHere(['doctor', '--data', data]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/An earlier version wrote it.*not examined/s)]);
    expect(stdout + stderr).not.toMatch(/problem|--repair/);
  });

  it('[M8] says what is wrong and exits with 1; --repair sets the file aside and lets the rest go on', async () => {
    const data = folder();
    const thread = await ledgerIn(data);
    const raw = new DatabaseSync(join(data, 'ledger.db'));
    raw.exec("update threads set summary = 'x'");
    raw.close();
    const found = await runHere(['doctor', '--data', data]);
    expect([found.code, found.stderr]).toEqual([1, expect.stringContaining('--repair')]);
    expect(found.stdout).toContain(`Thread ${thread}: its entry in the list is not what was written.`);
    const repaired = await runHere(['doctor', '--data', data, '--repair']);
    expect([repaired.code, repaired.stdout]).toEqual([0, expect.stringContaining('It is set aside as')]);
    expect((await runHere(['doctor', '--data', data])).code).toBe(0);
  });

  it.each<[string, (file: string) => void]>([
    ['an empty file', (file) => writeFileSync(file, '')],
    ['a file of another program', (file) => new DatabaseSync(file).exec('create table notes (id text)')],
    ['a file that is no database', (file) => writeFileSync(file, 'words '.repeat(2000))],
  ])('of %s it says in words what it is, and counts nothing', async (_, make) => {
    const data = folder();
    make(join(data, 'ledger.db'));
    for (const args of [[], ['--repair']]) {
      const { code, stdout, stderr } = await runHere(['doctor', '--data', data, ...args]);
      expect([code, stdout]).toEqual([1, expect.stringContaining('could not be counted')]);
      expect(stdout).not.toMatch(/0 threads/);
      expect(stderr).not.toMatch(/fault of Toolthread|Stop the server/);
    }
  });

  it('names a folder in which there is nothing', async () => {
    const { code, stderr } = await runHere(['doctor', '--data', folder()]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not a data folder: no ledger.db is in it')]);
  });
});
