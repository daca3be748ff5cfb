import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, say } from '../../test/run-on.ts';
import { scriptedModel } from '@toolthread/providers/scripted';
import { tempFolder } from '../../test/use-tool.ts';
import type { Blobs } from '../blobs.ts';
import { editFile, runShellCommand, saveFile } from '../tools/index.ts';
import { changesBetween, diffOf } from './changes.ts';
import type { Changes } from './changes.ts';
import { runKeepingChanges } from './run-keeping-changes.ts';
import { takeSnapshot } from './snapshot.ts';
import { undoChanges } from './undo-changes.ts';

class ByteBlobs implements Blobs {
  readonly kept: Uint8Array[] = [];
  put(content: Uint8Array): Promise<string> {
    return Promise.resolve(String(this.kept.push(content.slice()) - 1));
  }
  get(hash: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.kept[Number(hash)]);
  }
}

const never = new AbortController().signal;

async function runHere(workspace: string, blobs: Blobs): Promise<Changes[]> {
  const ledger = MemoryLedger.withPrompt('go');
  const script = [
    [
      call('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' }),
      call('save_file', { path: 'src/new.txt', content: 'new\n' }),
      call('run_shell_command', { command: 'rm gone.txt; printf "\\000\\001" > binary; echo same > same.txt' }),
    ],
    [say('done')],
  ];
  const kept: Changes[] = [];
  const { ended } = await runKeepingChanges(
    {
      thread: ledger.state,
      append: ledger.append(),
      model: scriptedModel(script, { speed: Infinity }),
      tools: [editFile, saveFile, runShellCommand],
      policy: { decide: () => 'allow', trusts: true },
      signal: never,
      workspace,
      blobs,
    },
    (changes) => void kept.push(changes),
  );
  expect(ended).toBe('completed');
  return kept;
}

function prepared(): string {
  const workspace = tempFolder();
  writeFileSync(join(workspace, 'a.txt'), 'one\n');
  writeFileSync(join(workspace, 'gone.txt'), 'was here\n');
  writeFileSync(join(workspace, 'same.txt'), 'same\n');
  writeFileSync(join(workspace, 'binary'), Buffer.from([0, 255, 254]));
  return workspace;
}

test('what a run changed is kept, whoever changed it: one diff, and undo gives back every byte', async () => {
  const [workspace, blobs] = [prepared(), new ByteBlobs()];
  const [changes] = await runHere(workspace, blobs);
  expect(changes?.files.map(({ path, before, after }) => [path, before !== undefined, after !== undefined])).toEqual([
    ['a.txt', true, true],
    ['binary', true, true],
    ['gone.txt', true, false],
    ['src/new.txt', false, true],
  ]);
  const diff = changes === undefined ? '' : await diffOf(changes, blobs);
  expect(diff).toContain('-one\n+two');
  expect(diff).toContain('--- /dev/null');
  expect(diff).toContain('Binary or very different: a/binary and b/binary');
  expect(changes === undefined ? undefined : await undoChanges(workspace, changes, blobs)).toMatchObject({ ok: true });
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\n');
  expect(readFileSync(join(workspace, 'gone.txt'), 'utf8')).toBe('was here\n');
  expect([...readFileSync(join(workspace, 'binary'))]).toEqual([0, 255, 254]);
  expect(existsSync(join(workspace, 'src/new.txt'))).toBe(false);
});

test('undo refuses when a file changed since, and then touches nothing', async () => {
  const [workspace, blobs] = [prepared(), new ByteBlobs()];
  const [changes = { files: [], unknown: [] }] = await runHere(workspace, blobs);
  writeFileSync(join(workspace, 'src/new.txt'), 'mine\n');
  expect(await undoChanges(workspace, changes, blobs)).toEqual({
    ok: false,
    problem: 'src/new.txt was changed since. Nothing was undone.',
  });
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('two\n');
  const twice = prepared();
  const [again = { files: [], unknown: [] }] = await runHere(twice, blobs);
  expect(await undoChanges(twice, again, blobs)).toMatchObject({ ok: true });
  expect(await undoChanges(twice, again, blobs)).toMatchObject({ ok: false });
});

test('what is too large to be kept is named, not called unchanged', async () => {
  const workspace = tempFolder();
  writeFileSync(join(workspace, 'big'), Buffer.alloc(2 * 1024 * 1024));
  const before = await takeSnapshot(workspace, never);
  writeFileSync(join(workspace, 'big'), 'small now');
  const changes = await changesBetween(before, await takeSnapshot(workspace, never), new ByteBlobs());
  expect(changes).toEqual({ files: [], unknown: ['big'] });
});

test('for any files before and after: undo leads back, exactly', async () => {
  const tree = fc.dictionary(fc.constantFrom('a', 'b', 'c/d', 'c/e', 'f'), fc.uint8Array({ maxLength: 20 }));
  await fc.assert(
    fc.asyncProperty(tree, tree, async (old, now) => {
      const [workspace, blobs] = [tempFolder(), new ByteBlobs()];
      const write = (files: typeof old): void => {
        for (const name of ['a', 'b', 'c', 'f']) rmSync(join(workspace, name), { recursive: true, force: true });
        mkdirSync(join(workspace, 'c'));
        for (const [name, bytes] of Object.entries(files)) writeFileSync(join(workspace, name), bytes);
      };
      write(old);
      const before = await takeSnapshot(workspace, never);
      write(now);
      const changes = await changesBetween(before, await takeSnapshot(workspace, never), blobs);
      expect(await undoChanges(workspace, changes, blobs)).toMatchObject({ ok: true });
      const after = await takeSnapshot(workspace, never);
      expect([...after.files].map(([name, { sum }]) => [name, sum])).toEqual(
        [...before.files].map(([name, { sum }]) => [name, sum]),
      );
    }),
    { numRuns: 40 },
  );
});
