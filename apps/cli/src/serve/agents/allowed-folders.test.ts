import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../../../test/run-cli.ts';
import { heldFolder, judgeFolder } from './allowed-folders.ts';

function place(): { allowed: Parameters<typeof judgeFolder>[1]; root: string; outside: string } {
  const [root, outside] = [folder(), folder()];
  mkdirSync(join(root, 'parser'));
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'a-file'), '');
  symlinkSync(outside, join(root, 'leads-out'));
  symlinkSync(join(root, 'parser'), join(root, 'leads-in'));
  return { allowed: { named: [], below: [root], closed: [join(root, 'data')] }, root, outside };
}

test('[issue 13] a folder below an allowed one may be chosen; what leads out of it may not, by whatever way', async () => {
  const { allowed, root, outside } = place();
  const judged = async (path: string): Promise<unknown> => {
    const answer = await judgeFolder(path, allowed);
    return answer.ok ? answer.folder : answer.problem;
  };
  expect(await judged(join(root, 'parser'))).toBe(join(root, 'parser'));
  expect(await judged(join(root, 'leads-in'))).toBe(join(root, 'parser'));
  expect(await judged(outside)).toContain('--workspaces');
  expect(await judged(join(root, 'leads-out'))).toContain('--workspaces');
  expect(await judged(`${root}/parser/../..`)).toContain('--workspaces');
  expect(await judged(join(root, 'none'))).toContain('no such folder');
  expect(await judged(join(root, 'a-file'))).toContain('not a folder');
  expect(await judged('parser')).toContain('whole path');
  // The ledger is in it: neither there, nor above.
  expect(await judged(join(root, 'data'))).toContain('data of this server');
  expect(await judged(root)).toContain('data of this server');
});

test('[issue 13] [issue 14] nobody is sent where other threads have their files, but into a folder there that was named', async () => {
  const { allowed, root } = place();
  const storage = join(root, 'storage');
  for (const name of ['of-a-thread', 'projects/parser']) mkdirSync(join(storage, name), { recursive: true });
  const closed = { ...allowed, closed: [storage] };
  for (const path of [root, storage, join(storage, 'of-a-thread')])
    expect(await judgeFolder(path, closed)).toMatchObject({ ok: false });
  const within = { ...closed, below: [join(storage, 'projects')] };
  expect(await judgeFolder(join(storage, 'projects/parser'), within)).toMatchObject({ ok: true });
  expect(await judgeFolder(join(storage, 'of-a-thread'), within)).toMatchObject({ ok: false });
  expect(await judgeFolder(storage, { ...closed, below: [storage] })).toMatchObject({ ok: false });
});

test('[issue 13] the one that was named at the start may be chosen, and nothing beside it', async () => {
  const { allowed, root, outside } = place();
  const only = { ...allowed, below: [], named: [outside] };
  expect(await judgeFolder(outside, only)).toEqual({ ok: true, folder: outside });
  expect(await judgeFolder(join(root, 'parser'), only)).toMatchObject({ ok: false });
});

test('[issue 13] a link that is put in its place later leads nowhere', async () => {
  const { allowed, root, outside } = place();
  const chosen = join(root, 'parser');
  expect(await heldFolder(chosen, allowed)).toEqual({ ok: true, folder: chosen });
  renameSync(chosen, join(root, 'elsewhere'));
  symlinkSync(outside, chosen);
  expect(await heldFolder(chosen, allowed)).toMatchObject({ ok: false });
});

test('[issue 13] nor one that leads to another allowed folder: it is not what was chosen', async () => {
  const { allowed, root } = place();
  const chosen = join(root, 'parser');
  mkdirSync(join(root, 'other'));
  renameSync(chosen, join(root, 'elsewhere'));
  symlinkSync(join(root, 'other'), chosen);
  const held = await heldFolder(chosen, allowed);
  expect(held).toMatchObject({ ok: false, problem: expect.stringContaining('link') });
});
