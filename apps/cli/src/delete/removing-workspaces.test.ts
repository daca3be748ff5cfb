import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '@toolthread/store';
import type { Ledger } from '@toolthread/store';
import { expect, onTestFinished, test } from 'vitest';
import { folder } from '../../test/run-cli.ts';
import { workspaceOf, workspaceRoots } from '../serve/workspace-of.ts';
import { removingWorkspaces } from './removing-workspaces.ts';

async function begun(data: string): Promise<{ ledger: Ledger; thread: () => Promise<string> }> {
  const opened = await openLedger({ file: join(data, 'ledger.db') });
  if (!opened.ok) throw new Error(opened.error.message);
  const thread = async (): Promise<string> => {
    const created = await opened.value.createThread({});
    return (created.ok ? created.value[0]?.thread : undefined) ?? '';
  };
  return { ledger: opened.value, thread };
}

const fail = (error: unknown): void => {
  throw error;
};

test('[issue 14] a thread that is deleted takes the folder along that the server made for it, and no other', async () => {
  const [data, shared, own] = [folder(), folder(), folder()];
  const { ledger, thread } = await begun(data);
  const options = { data, workspace: undefined, node: { name: 'a', limits: {}, sharedWorkspaces: shared } };
  const removing = removingWorkspaces(ledger, { roots: workspaceRoots(options), node: 'a', onError: fail });
  onTestFinished(() => removing.close());
  const [gone, before, stays, linked] = [await thread(), await thread(), await thread(), await thread()];
  // That of `before` was made when the server had no storage that others have.
  const places = [workspaceOf(options, gone), join(data, 'workspaces', before), workspaceOf(options, stays)];
  for (const place of places) mkdirSync(place, { recursive: true });
  for (const place of [...places, own]) writeFileSync(join(place, 'file'), '');
  symlinkSync(own, workspaceOf(options, linked));
  for (const deleted of [gone, before, linked]) expect((await removing.deleteThread(deleted)).ok).toBe(true);
  expect(places.map((place) => existsSync(place))).toEqual([false, false, true]);
  expect(existsSync(join(own, 'file'))).toBe(true);
  expect(await ledger.leftFiles.of('a')).toEqual({ ok: true, value: [] });
});

test('[issue 14] what was deleted while no server ran, or by another one, goes at the next start', async () => {
  const data = folder();
  const { ledger, thread } = await begun(data);
  const id = await thread();
  const options = { data, workspace: undefined };
  mkdirSync(workspaceOf(options, id), { recursive: true });
  await ledger.deleteThread(id);
  const removing = removingWorkspaces(ledger, { roots: workspaceRoots(options), node: 'a', onError: fail });
  onTestFinished(() => removing.close());
  await expect.poll(() => existsSync(workspaceOf(options, id))).toBe(false);
});

// Whoever is root removes everything.
test.runIf(process.getuid?.() !== 0)('[issue 14] a folder that nobody may write to goes, too', async () => {
  const data = folder();
  const { ledger, thread } = await begun(data);
  const options = { data, workspace: undefined };
  const removing = removingWorkspaces(ledger, { roots: workspaceRoots(options), node: 'a', onError: fail });
  onTestFinished(() => removing.close());
  const id = await thread();
  const inner = join(workspaceOf(options, id), 'cache', 'inner');
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(inner, 'file'), '');
  for (const place of [inner, join(inner, '..')]) chmodSync(place, 0o500);
  await removing.deleteThread(id);
  expect(existsSync(workspaceOf(options, id))).toBe(false);
});

test('[issue 14] what cannot be removed is told, and keeps no other folder', async () => {
  const data = folder();
  const { ledger, thread } = await begun(data);
  const options = { data, workspace: undefined };
  const ids = [await thread(), await thread()];
  for (const id of ids) mkdirSync(workspaceOf(options, id), { recursive: true });
  for (const id of ids) await ledger.deleteThread(id);
  const [first = '', second = ''] = ids.toSorted();
  const told: unknown[] = [];
  const refusing: Ledger = {
    ...ledger,
    leftFiles: {
      ...ledger.leftFiles,
      removed: (id) => (id === first ? Promise.reject(new Error('refused')) : ledger.leftFiles.removed(id)),
    },
  };
  const removing = removingWorkspaces(refusing, {
    roots: workspaceRoots(options),
    node: 'a',
    onError: (error) => told.push(error),
  });
  onTestFinished(() => removing.close());
  await expect.poll(() => existsSync(workspaceOf(options, second))).toBe(false);
  expect(told).toHaveLength(1);
});
