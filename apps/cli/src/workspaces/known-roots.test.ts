import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '@toolthread/store';
import { expect, onTestFinished, test } from 'vitest';
import { begunLedger } from '../../test/begun-ledger.ts';
import { folder } from '../../test/run-cli.ts';
import { type KnownRoots, openRoots } from './known-roots.ts';

async function started(ledger: Ledger, data: string, shared: string | undefined): Promise<KnownRoots> {
  const own = join(data, 'workspaces');
  const opened = await openRoots(ledger, { node: 'a', own, shared, workspace: undefined, isBesideLedger: false });
  if (!opened.ok) throw new Error(opened.what);
  return opened.roots;
}

async function rootOf(ledger: Ledger, thread: string): Promise<string> {
  const roots = await ledger.workspaces.of(thread);
  return (roots.ok ? roots.value[0] : undefined) ?? '';
}

test('[issue 14] a thread whose files are in other storage than the server has says so, and nothing is made for it', async () => {
  const data = folder();
  const [first, second] = [join(data, 'first'), join(data, 'second')];
  const { ledger, thread: newThread } = await begunLedger(data);
  onTestFinished(() => ledger.close());
  const thread = await newThread();
  const before = await started(ledger, data, first);
  await before.make(thread, join(first, thread));
  writeFileSync(join(first, thread, 'note.txt'), 'x');
  const root = await rootOf(ledger, thread);
  for (const [shared, path] of [
    [second, second],
    [undefined, join(data, 'workspaces')],
  ] as const) {
    const roots = await started(ledger, data, shared);
    const made = roots.make(thread, join(path, thread));
    await expect(made).rejects.toThrow(`in other storage than this server has: ${root}.`);
    expect(existsSync(join(path, thread))).toBe(false);
    // A thread that begins there is at home there.
    const other = await newThread();
    await roots.make(other, join(path, other));
    expect(existsSync(join(path, other))).toBe(true);
  }
});

test('[issue 14] it goes on where its folder was copied to, and without its files where they were given up', async () => {
  const data = folder();
  const [first, second] = [join(data, 'first'), join(data, 'second')];
  const { ledger, thread: newThread } = await begunLedger(data);
  onTestFinished(() => ledger.close());
  const [copied, givenUp] = [await newThread(), await newThread()];
  const before = await started(ledger, data, first);
  for (const thread of [copied, givenUp]) await before.make(thread, join(first, thread));
  const root = await rootOf(ledger, copied);
  const roots = await started(ledger, data, second);
  mkdirSync(join(second, copied));
  await roots.make(copied, join(second, copied));
  expect(await ledger.workspaces.forget(root)).toMatchObject({ ok: true });
  await roots.make(givenUp, join(second, givenUp));
  expect(existsSync(join(second, givenUp))).toBe(true);
});

test('[issue 14] a folder is there only in storage that is this database’s', async () => {
  const data = folder();
  const shared = join(data, 'shared');
  const { ledger, thread: newThread } = await begunLedger(data);
  onTestFinished(() => ledger.close());
  const [thread, roots] = [await newThread(), await started(ledger, data, shared)];
  const place = join(shared, thread);
  expect(roots.holds(place)).toBe(false);
  await roots.make(thread, place);
  expect(roots.holds(place)).toBe(true);
  for (const name of ['.toolthread-root', '.toolthread-database']) {
    const own = readFileSync(join(shared, name), 'utf8');
    writeFileSync(join(shared, name), 'another\n');
    expect(roots.holds(place)).toBe(false);
    writeFileSync(join(shared, name), own);
  }
  expect(roots.holds(place)).toBe(true);
});
