/** `toolthread db`, as it is run: the copies themselves are tested in packages/store. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger, threadsIn } from '@toolthread/store';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folder, PATIENCE_MS, printedBy, runCli, startCli } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';

async function titles(data: string): Promise<readonly (string | undefined)[]> {
  const threads = await threadsIn(join(data, 'ledger.db'));
  return threads.ok ? (threads.value ?? []).map(({ title }) => title) : [];
}

describe('toolthread db', { timeout: PATIENCE_MS }, () => {
  it('backs up while the server runs, with the settings and without the token, and restores into an empty folder only', async () => {
    const [data, elsewhere] = [folder(), folder()];
    const file = join(elsewhere, 'monday.backup');
    const opened = await openLedger({ file: join(data, 'ledger.db') });
    if (!opened.ok) throw new Error(opened.error.message);
    await opened.value.createThread({ title: 'Kept' });
    await opened.value.close();
    writeFileSync(join(data, 'policy.json'), '{"rules":[]}');
    const server = startCli(['serve', '--port', '0', '--data', data, '--no-open']);
    const exit = once(server, 'exit');
    onTestFinished(async () => {
      server.kill();
      await exit;
    });
    await expect.poll(printedBy(server, 'stdout'), { timeout: PATIENCE_MS }).toContain('http://');
    const made = await runCli(['db', 'backup', file, '--data', data]);
    expect([made.code, made.stderr, made.stdout]).toEqual([
      0,
      '',
      expect.stringContaining('1 thread, 1 event, 0 blobs are in'),
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await runHere(['db', 'backup', file, '--data', data])).stderr).toContain('is there already');
    expect((await runHere(['db', 'restore', file, '--data', data])).stderr).toContain('Nothing was changed');
    const target = join(elsewhere, 'new');
    const restored = await runCli(['db', 'restore', file, '--data', target]);
    expect([restored.code, restored.stderr]).toEqual([0, '']);
    expect(await titles(target)).toEqual(['Kept']);
    expect(readFileSync(join(target, 'policy.json'), 'utf8')).toBe('{"rules":[]}');
    expect(existsSync(join(target, 'token'))).toBe(false);
  });

  it('says in words what it cannot do', async () => {
    const [data, other] = [folder(), folder()];
    for (const [args, words] of [
      [[], 'What is to be done?'],
      [['copy'], 'There is no "db copy".'],
      [['backup'], '"db backup" needs one file.'],
      [['backup', 'x', '--to', 'sqlite'], '"db backup" takes no --to.'],
      [['backup', 'x', '--data', data], 'is not a data folder'],
      [['move', '--data', data], '--to needs postgres or sqlite.'],
      [['restore', join(other, 'nothing'), '--data', data], 'Nothing was restored: it cannot be read'],
    ] as const) {
      const refused = await runHere(['db', ...args], { cwd: other });
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(words)]);
    }
    expect(readdirSync(other)).toEqual([]);
    writeFileSync(join(data, 'ledger.db'), '');
    const where = await runHere(['db', 'move', '--to', 'postgres', '--data', data], { env: { DATABASE_URL: '' } });
    expect(where.stderr).toContain('Which database?');
  });

  it('says which folders of deleted threads are still there, and where', async () => {
    const data = folder();
    const opened = await openLedger({ file: join(data, 'ledger.db') });
    if (!opened.ok) throw new Error(opened.error.message);
    const { workspaces, createThread, deleteThread, close } = opened.value;
    const root = { id: 'r1', path: '/srv/old', isShared: true, holds: [] };
    await workspaces.use('a', [root]);
    const created = await createThread({});
    const thread = (created.ok ? created.value[0]?.thread : undefined) ?? '';
    await workspaces.made(thread, root.id);
    const args = ['db', 'left', '--data', data];
    expect(await runHere(args)).toMatchObject({ code: 0, stdout: 'Deleted threads have left no folder.\n' });
    await deleteThread(thread);
    await close();
    const { stdout } = await runHere(args);
    expect(stdout).toContain('Folders of 1 deleted thread are still in /srv/old (node a).');
    expect(stdout).toContain(`\n  ${thread}\n`);
    expect(stdout).toContain('Root r1. If its storage is gone for good: toolthread db left --forget r1');
  });

  it('says in a copy whose the folders are, and names those in a root that was forgotten and is back', async () => {
    const [data, shared, copy] = [folder(), folder(), join(folder(), 'copy')];
    const opened = await openLedger({ file: join(data, 'ledger.db') });
    if (!opened.ok) throw new Error(opened.error.message);
    const { workspaces, createThread, deleteThread, close } = opened.value;
    const owner = await workspaces.owner();
    writeFileSync(join(shared, '.toolthread-root'), 'r1\n');
    writeFileSync(join(shared, '.toolthread-database'), `${owner.ok ? owner.value : ''}\n`);
    const root = { id: 'r1', path: shared, isShared: true, holds: [] };
    await workspaces.use('a', [root]);
    const made = async (): Promise<string> => {
      const created = await createThread({});
      const thread = (created.ok ? created.value[0]?.thread : undefined) ?? '';
      await workspaces.made(thread, root.id);
      mkdirSync(join(shared, thread));
      return thread;
    };
    const [gone, kept] = [await made(), await made()];
    await deleteThread(gone);
    await close();
    const backedUp = join(folder(), 'monday.backup');
    expect(await runHere(['db', 'backup', backedUp, '--data', data])).toMatchObject({ code: 0 });
    expect(await runHere(['db', 'restore', backedUp, '--data', copy])).toMatchObject({ code: 0 });
    const left = async (of: string): Promise<string> => (await runHere(['db', 'left', '--data', of])).stdout;
    expect(await left(data)).toContain(`are still in ${shared} (node a).`);
    const inCopy = await left(copy);
    expect(inCopy).toContain(`Folders of 1 deleted thread were in ${shared}, which belongs to another database`);
    expect([inCopy.includes(gone), inCopy.includes(kept)]).toEqual([false, false]);
    expect(await runHere(['db', 'left', '--forget', 'r1', '--yes', '--data', data])).toMatchObject({ code: 0 });
    expect(await left(data)).toBe('Deleted threads have left no folder.\n');
    const again = await openLedger({ file: join(data, 'ledger.db') });
    if (!again.ok) throw new Error(again.error.message);
    await again.value.workspaces.use('a', [{ ...root, holds: [gone, kept] }]);
    await again.value.close();
    const back = await left(data);
    expect(back).toContain(`No thread of this database has these folders in ${shared}`);
    expect([back.includes(`\n  ${gone}\n`), back.includes(kept)]).toEqual([true, false]);
  });
});
