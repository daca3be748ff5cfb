import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Ledger } from '@toolthread/store';
import { expect, onTestFinished, test } from 'vitest';
import { begunLedger } from '../../test/begun-ledger.ts';
import { folder } from '../../test/run-cli.ts';
import { openRoots } from './known-roots.ts';
import type { KnownRoots } from './known-roots.ts';
import { otherStorage } from './other-storage.ts';
import { rootIdFile } from './root-id.ts';
import { ownRoot } from './workspace-of.ts';
import { removingWorkspaces } from './removing-workspaces.ts';

const fail = (error: unknown): void => {
  throw error;
};

interface Started {
  readonly removing: Ledger;
  readonly roots: KnownRoots;
  readonly waiting: readonly string[];
  readonly forgotten: readonly string[];
  readonly make: (thread: string) => Promise<string>;
}

/** As a server does. */
async function started(ledger: Ledger, data: string, node: string, shared?: string, onError = fail): Promise<Started> {
  const opened = await openRoots(ledger, {
    node,
    own: ownRoot(data),
    shared,
    workspace: undefined,
    isBesideLedger: false,
  });
  if (!opened.ok) throw new Error(opened.what);
  const { roots } = opened;
  const waiting: string[] = [];
  const onWaiting = (words: string): void => void waiting.push(words);
  const forgotten: string[] = [];
  const onForgotten = (root: string): void => void forgotten.push(root);
  const removing = removingWorkspaces(ledger, { roots, node, onError, onWaiting, onForgotten });
  onTestFinished(() => removing.close());
  const make = async (thread: string): Promise<string> => {
    const place = join(shared ?? ownRoot(data), thread);
    await roots.make(thread, place);
    writeFileSync(join(place, 'file'), '');
    return place;
  };
  return { removing, roots, waiting, forgotten, make };
}

async function leftIn(ledger: Ledger): Promise<readonly string[]> {
  const left = await ledger.workspaces.left();
  return left.ok ? left.value.map(({ thread }) => thread) : [left.error.message];
}

test('[issue 14] a thread that is deleted takes the folder along that the server made for it, and no other', async () => {
  const [data, shared, own] = [folder(), folder(), folder()];
  const { ledger, thread } = await begunLedger(data);
  const [gone, before, stays, linked] = [await thread(), await thread(), await thread(), await thread()];
  // That of `before` was made when the server had no storage that others have.
  const early = await (await started(ledger, data, 'a')).make(before);
  const { removing, make } = await started(ledger, data, 'a', shared);
  const places = [await make(gone), early, await make(stays)];
  writeFileSync(join(own, 'file'), '');
  rmSync(await make(linked), { recursive: true });
  symlinkSync(own, join(shared, linked));
  for (const deleted of [gone, before, linked]) expect((await removing.deleteThread(deleted)).ok).toBe(true);
  expect(places.map((place) => existsSync(place))).toEqual([false, false, true]);
  expect(existsSync(join(own, 'file'))).toBe(true);
  expect(await leftIn(ledger)).toEqual([]);
});

test('[issue 14] what was deleted while no server ran, or by another one, goes at the next start', async () => {
  const data = folder();
  const { ledger, thread } = await begunLedger(data);
  const [noted, unnoted] = [await thread(), await thread()];
  // Before servers noted where they made folders.
  mkdirSync(join(ownRoot(data), unnoted), { recursive: true });
  await ledger.deleteThread(unnoted);
  const { make } = await started(ledger, data, 'a');
  await expect.poll(() => existsSync(join(ownRoot(data), unnoted))).toBe(false);
  const place = await make(noted);
  await ledger.deleteThread(noted);
  await started(ledger, data, 'a');
  await expect.poll(() => existsSync(place)).toBe(false);
});

test('[issue 14] folders of before their root was noted are those of their threads', async () => {
  const data = folder();
  const { ledger, thread } = await begunLedger(data);
  const place = join(ownRoot(data), await thread());
  mkdirSync(place, { recursive: true });
  const { removing } = await started(ledger, data, 'a');
  await removing.deleteThread(basename(place));
  expect(existsSync(place)).toBe(false);
});

test('[issue 14] only a node that has the storage says that nothing is left there, and the operator is told once', async () => {
  const [data, other, shared, elsewhere] = [folder(), folder(), folder(), folder()];
  const { ledger, thread } = await begunLedger(data);
  const id = await thread();
  const first = await started(ledger, data, 'a', shared);
  const place = await first.make(id);
  // Node b has other storage at its path; node a is started without its own.
  const b = await started(ledger, other, 'b', elsewhere);
  const hidden = `${shared}-unmounted`;
  renameSync(shared, hidden);
  onTestFinished(() => rmSync(hidden, { recursive: true, force: true }));
  mkdirSync(shared);
  await b.removing.deleteThread(id);
  await first.removing.deleteThread(await thread());
  await first.removing.deleteThread(await thread());
  expect(await leftIn(ledger)).toEqual([id]);
  expect(b.waiting).toEqual([]);
  expect(first.waiting).toEqual([
    `Folders of 1 deleted thread are still in ${shared} (node a). A server that has this storage removes them.`,
  ]);
  rmSync(shared, { recursive: true });
  renameSync(hidden, shared);
  expect(existsSync(place)).toBe(true);
  await first.removing.deleteThread(await thread());
  expect(existsSync(place)).toBe(false);
  expect(await leftIn(ledger)).toEqual([]);
});

test('[issue 14] a server removes nothing in a folder that it was not started with: a restored copy would remove the files of who works with the first', async () => {
  const [data, restored] = [folder(), folder()];
  const { ledger, thread } = await begunLedger(data);
  const id = await thread();
  const first = await started(ledger, data, 'a');
  const place = await first.make(id);
  const copy = await started(ledger, restored, 'b');
  await copy.removing.deleteThread(id);
  expect(existsSync(place)).toBe(true);
  expect(await leftIn(ledger)).toEqual([id]);
  await first.removing.deleteThread(await thread());
  expect(existsSync(place)).toBe(false);
});

test('[issue 14] storage that is not mounted is no place for files: the server does not start, and makes no folder there', async () => {
  const [data, shared] = [folder(), folder()];
  const { ledger, thread } = await begunLedger(data);
  const { make } = await started(ledger, data, 'a', shared);
  for (const name of readdirSync(shared)) rmSync(join(shared, name));
  await expect(make(await thread())).rejects.toThrow('The storage with files of threads is not there');
  await expect(started(ledger, data, 'a', shared)).rejects.toThrow('are not there');
  await expect(started(ledger, folder(), 'new', shared)).rejects.toThrow('are not there');
  expect(readdirSync(shared)).toEqual([]);
  // A folder of its own that somebody removed is made again.
  rmSync(ownRoot(data), { recursive: true });
  await started(ledger, data, 'a');
  expect(existsSync(rootIdFile(ownRoot(data)))).toBe(true);
});

test('[issue 14] a node whose shared storage is another one than that of a node that runs says so', async () => {
  const [data, shared, elsewhere] = [folder(), folder(), folder()];
  const { ledger } = await begunLedger(data);
  for (const name of ['a', 'b', 'c']) await ledger.nodes.join({ name, life: `life of ${name}`, leaseMs: 3_600_000 });
  await started(ledger, folder(), 'a', shared);
  await started(ledger, folder(), 'b', shared);
  expect(await otherStorage(ledger, 'b')).toEqual([]);
  await started(ledger, folder(), 'b', elsewhere);
  await started(ledger, folder(), 'c');
  expect(await otherStorage(ledger, 'a')).toEqual([
    expect.stringContaining(`Node b has the shared folder ${elsewhere}, this one the shared folder ${shared}`),
    expect.stringContaining('Node c has no shared folder for files of threads'),
  ]);
  await ledger.nodes.leave('life of b');
  await ledger.nodes.leave('life of c');
  expect(await otherStorage(ledger, 'a')).toEqual([]);
});

test('[issue 14] that a root was forgotten is told by every node, once', async () => {
  const [data, shared] = [folder(), folder()];
  const { ledger, thread } = await begunLedger(data);
  const first = await started(ledger, data, 'a', shared);
  const id = first.roots.used.find(({ path }) => path === shared)?.id ?? '';
  await started(ledger, data, 'a');
  const b = await started(ledger, folder(), 'b');
  await ledger.workspaces.forget(id);
  for (let n = 0; n < 2; n += 1) await b.removing.deleteThread(await thread());
  expect(b.forgotten).toEqual([id]);
});

// Whoever is root removes everything.
test.runIf(process.getuid?.() !== 0)('[issue 14] a folder that nobody may write to goes, too', async () => {
  const data = folder();
  const { ledger, thread } = await begunLedger(data);
  const { removing, make } = await started(ledger, data, 'a');
  const id = await thread();
  const inner = join(await make(id), 'cache', 'inner');
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(inner, 'file'), '');
  for (const place of [inner, join(inner, '..')]) chmodSync(place, 0o500);
  await removing.deleteThread(id);
  expect(existsSync(join(ownRoot(data), id))).toBe(false);
});

test('[issue 14] what cannot be removed is told, and keeps no other folder', async () => {
  const data = folder();
  const { ledger, thread } = await begunLedger(data);
  const ids = [await thread(), await thread()];
  const { make } = await started(ledger, data, 'a');
  const places = [await make(ids[0] ?? ''), await make(ids[1] ?? '')];
  for (const id of ids) await ledger.deleteThread(id);
  const [first = '', second = ''] = ids.toSorted();
  const told: unknown[] = [];
  const refusing: Ledger = {
    ...ledger,
    workspaces: {
      ...ledger.workspaces,
      removed: (left) =>
        left.thread === first ? Promise.reject(new Error('refused')) : ledger.workspaces.removed(left),
    },
  };
  await started(refusing, data, 'a', undefined, (error) => told.push(error));
  await expect.poll(() => existsSync(places[ids.indexOf(second)] ?? '')).toBe(false);
  expect(told).toHaveLength(1);
});
