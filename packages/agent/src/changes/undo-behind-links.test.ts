/** Between the look at a path and the removal, somebody puts a link in the place of its folder: another run that works in the same workspace can. */
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import type { PathLike } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import { tempFolder } from '../../test/use-tool.ts';
import { opensBeneath } from '../workspace/open-beneath.ts';
import { undoChanges } from './undo-changes.ts';

let beforeRemoval: () => void = () => undefined;

// A mock of the module would miss those who have it already: files of tests share what they load.
const { unlink, rmdir } = promises;
beforeAll(() => replaceRemovals(after(unlink), after(rmdir)));
afterAll(() => replaceRemovals(unlink, rmdir));

type Remove = (path: PathLike) => Promise<void>;

function after(remove: Remove): Remove {
  return (path) => {
    beforeRemoval();
    return remove(path);
  };
}

function replaceRemovals(file: Remove, folder: Remove): void {
  Object.assign(promises, { unlink: file, rmdir: folder });
  syncBuiltinESMExports();
}

interface Place {
  readonly workspace: string;
  readonly outside: string;
}

/** `src` of the workspace becomes a link to the outside, right before something is removed. */
function swappedAtLast(): Place {
  const home = tempFolder();
  const [workspace, outside] = [join(home, 'work'), join(home, 'outside')];
  for (const folder of [join(workspace, 'src'), outside]) mkdirSync(folder, { recursive: true });
  beforeRemoval = () => {
    if (existsSync(join(workspace, 'aside'))) return;
    renameSync(join(workspace, 'src'), join(workspace, 'aside'));
    symlinkSync(outside, join(workspace, 'src'));
  };
  return { workspace, outside };
}

test.runIf(opensBeneath)('an undo removes no file outside', async () => {
  const { workspace, outside } = swappedAtLast();
  for (const folder of [join(workspace, 'src'), outside]) writeFileSync(join(folder, 'key'), 'made');
  const blobs = new MemoryBlobs();
  const after = await blobs.put(new TextEncoder().encode('made'));
  await undoChanges(workspace, [{ path: 'src/key', after }], blobs);
  expect(readdirSync(outside)).toEqual(['key']);
  expect(existsSync(join(workspace, 'aside'))).toBe(true);
});

test.runIf(opensBeneath)('an undo removes no folder outside', async () => {
  const { workspace, outside } = swappedAtLast();
  for (const folder of [join(workspace, 'src'), outside])
    mkdirSync(join(folder, 'was-a-file', 'empty'), { recursive: true });
  const blobs = new MemoryBlobs();
  const before = await blobs.put(new TextEncoder().encode('a file'));
  await undoChanges(workspace, [{ path: 'src/was-a-file', before }], blobs);
  expect(readdirSync(join(outside, 'was-a-file'))).toEqual(['empty']);
  expect(existsSync(join(workspace, 'aside'))).toBe(true);
});
