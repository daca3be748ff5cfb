import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { timeline, threadOf } from '@toolthread/core';
import type { ChangesItem, FileChange, LedgerEvent } from '@toolthread/core';
import { scriptedModel } from '@toolthread/providers/scripted';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, runOn, say, tool } from '../../test/run-on.ts';
import { tempFolder } from '../../test/use-tool.ts';
import type { Blobs } from '../blobs.ts';
import { runAgent } from '../loop/run-agent.ts';
import type { Tool } from '../tool/tool.ts';
import { textValue } from '../tool/tool-value.ts';
import { editFile } from '../tools/edit-file.ts';
import { readFile } from '../tools/read-file.ts';
import { runShellCommand } from '../tools/run-shell-command.ts';
import { saveFile } from '../tools/save-file.ts';
import { changesBetween, diffOf } from './changes.ts';
import { takeSnapshot } from './snapshot.ts';
import { readTree, saveTree } from './tree.ts';
import { undoChanges } from './undo-changes.ts';

const never = new AbortController().signal;
const TOOLS: readonly Tool[] = [editFile, saveFile, readFile, runShellCommand];

const WORK = [
  [
    call('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' }),
    call('save_file', { path: 'src/new.txt', content: 'new\n' }),
    call('run_shell_command', { command: 'rm gone.txt; printf "\\000\\001" > binary; echo same > same.txt' }),
  ],
  [say('done')],
];

interface Place {
  readonly ledger: MemoryLedger;
  readonly workspace: string;
  readonly blobs: Blobs;
}

function prepared(): Place {
  const workspace = tempFolder();
  writeFileSync(join(workspace, 'a.txt'), 'one\n');
  writeFileSync(join(workspace, 'gone.txt'), 'was here\n');
  writeFileSync(join(workspace, 'same.txt'), 'same\n');
  writeFileSync(join(workspace, 'binary'), Buffer.from([0, 255, 254]));
  return { ledger: MemoryLedger.withPrompt('go'), workspace, blobs: new MemoryBlobs() };
}

async function work(
  { ledger, workspace, blobs }: Place,
  script = WORK,
  append = ledger.append(),
  signal = never,
): Promise<void> {
  await runAgent({
    thread: ledger.state,
    append,
    model: scriptedModel(script, { speed: Infinity }),
    tools: TOOLS,
    policy: { decide: () => 'allow', trusts: true },
    signal,
    workspace,
    blobs,
  });
}

function told({ ledger }: Place): ChangesItem[] {
  return timeline(threadOf(ledger.events))
    .items.toArray()
    .filter((item) => item.kind === 'changes');
}

function files(place: Place): readonly FileChange[] {
  return told(place)[0]?.files ?? [];
}

describe('what a run changed', () => {
  it('is told once, at its end, whoever changed it', async () => {
    const place = prepared();
    await work(place);
    expect(files(place).map(({ path, before, after }) => [path, before !== undefined, after !== undefined])).toEqual([
      ['a.txt', true, true],
      ['binary', true, true],
      ['gone.txt', true, false],
      ['src/new.txt', false, true],
    ]);
    expect(files(place).map(({ added, removed }) => [added, removed])).toEqual([
      [1, 1],
      [undefined, undefined],
      [0, 1],
      [1, 0],
    ]);
    expect(told(place)).toHaveLength(1);
    expect(place.ledger.state.saved).toBeUndefined();
  });

  it('is one diff', async () => {
    const place = prepared();
    await work(place);
    const diff = await diffOf(files(place), place.blobs);
    expect(diff).toContain('-one\n+two');
    expect(diff).toContain('--- /dev/null');
    expect(diff).toContain('Binary: a/binary and b/binary');
  });

  it('is known after a crash at any event, too', async () => {
    const whole = prepared();
    await work(whole);
    const count = whole.ledger.events.length;
    for (let cut = 3; cut < count; cut += 1) {
      const place = prepared();
      await work(place, WORK, place.ledger.append(cut)).catch(() => undefined);
      await work(place, [WORK[0] ?? [], [say('done')], [say('done')]]);
      const changed = new Set(files(place).map(({ path }) => path));
      const really = ['a.txt', 'gone.txt', 'src/new.txt'].filter((path) =>
        path === 'a.txt'
          ? readFileSync(join(place.workspace, path), 'utf8') !== 'one\n'
          : existsSync(join(place.workspace, path)) === (path === 'src/new.txt'),
      );
      expect(really.every((path) => changed.has(path))).toBe(true);
    }
  });

  it('costs nothing where nothing could be changed, and says nothing where nothing was', async () => {
    const reading = prepared();
    await work(reading, [[call('read_file', { path: 'a.txt' })], [say('read')]]);
    expect(kinds(reading)).toEqual([]);
    const idle = prepared();
    await work(idle, [[call('run_shell_command', { command: 'true' })], [say('nothing')]]);
    expect(kinds(idle)).toEqual(['workspace.saved', 'workspace.changed']);
    expect(told(idle)).toEqual([]);
  });

  it('does not count what a person did between two runs', async () => {
    const place = prepared();
    await work(place, [[call('save_file', { path: 'x', content: 'x' })], [say('one')]]);
    writeFileSync(join(place.workspace, 'mine.txt'), 'mine');
    place.ledger.say('again');
    await work(place, [[call('save_file', { path: 'y', content: 'y' })], [say('two')]]);
    expect(told(place).map((item) => item.files.map(({ path }) => path))).toEqual([['x'], ['y']]);
  });
});

function kinds({ ledger }: Place): LedgerEvent['type'][] {
  return ledger.events.map(({ type }) => type).filter((type) => type.startsWith('workspace.'));
}

describe('a stop', () => {
  const slow = (blobs: Blobs, then: () => void): Blobs => ({
    get: (hash) => blobs.get(hash),
    put: (content) => blobs.put(content),
    putAll: (contents) => {
      then();
      return blobs.putAll(contents);
    },
  });

  it('while the picture is taken begins nothing', async () => {
    const place = prepared();
    const stop = new AbortController();
    const blobs = slow(place.blobs, () => stop.abort());
    await work({ ...place, blobs }, WORK, place.ledger.append(), stop.signal);
    expect(place.ledger.of('agent.tool.started')).toEqual([]);
    expect(place.ledger.of('agent.status').at(-1)).toMatchObject({ status: 'cancelled' });
    expect(readFileSync(join(place.workspace, 'a.txt'), 'utf8')).toBe('one\n');
  });

  it('is told before the account is made, and the account comes all the same', async () => {
    const place = prepared();
    const stop = new AbortController();
    place.ledger.when(
      ({ type }) => type === 'agent.tool.completed',
      () => stop.abort(),
    );
    const seen: string[] = [];
    const blobs = slow(place.blobs, () => seen.push(place.ledger.of('agent.status').at(-1)?.status ?? ''));
    await work({ ...place, blobs }, WORK, place.ledger.append(), stop.signal);
    // What the run is told; then the folder, before its work and after.
    expect(seen).toEqual(['', 'running', 'cancelled']);
    expect(files(place).map(({ path }) => path)).toEqual(['a.txt']);
  });
});

it('a file that holds a secret of ours is not kept, and named as unknown', async () => {
  const place = prepared();
  writeFileSync(join(place.workspace, '.env'), 'KEY=sk-12345678');
  const kept: string[] = [];
  const blobs: Blobs = {
    get: (hash) => place.blobs.get(hash),
    put: (content) => place.blobs.put(content),
    putAll: (contents) => {
      kept.push(...contents.map((content) => Buffer.from(content).toString()));
      return place.blobs.putAll(contents);
    },
  };
  await runAgent({
    thread: place.ledger.state,
    append: place.ledger.append(),
    model: scriptedModel([[call('save_file', { path: 'b', content: 'b' })], [say('done')]], { speed: Infinity }),
    tools: TOOLS,
    policy: { decide: () => 'allow' },
    signal: never,
    workspace: place.workspace,
    blobs,
    secrets: ['sk-12345678'],
  });
  expect(kept.join()).toContain('was here');
  expect(kept.join()).not.toContain('12345678');
  expect(told(place)).toMatchObject([{ files: [{ path: 'b' }], unknown: ['.env'] }]);
});

it('[A2 13] a secret of ours as the name of a file, a folder or a link, or as what a link leads to, is kept nowhere', async () => {
  const secret = 'sk-12345678';
  const encoded = Buffer.from(secret).toString('hex');
  const place = prepared();
  const at = (name: string): string => join(place.workspace, name);
  writeFileSync(at(`${secret}.before`), 'kept before');
  const write = tool('write', () => {
    writeFileSync(at(secret), 'a');
    writeFileSync(at(`x-${encoded}.txt`), 'a');
    mkdirSync(at(`${secret}.d`));
    writeFileSync(at(`${secret}.d/in.txt`), 'in a folder');
    symlinkSync('a.txt', at(`to-${secret}`));
    symlinkSync(secret, at('link'));
    writeFileSync(at('b'), 'b');
    return textValue('');
  });
  const kept: string[] = [];
  const keep = (content: Uint8Array): void => void kept.push(Buffer.from(content).toString());
  const blobs: Blobs = {
    get: (hash) => place.blobs.get(hash),
    put: (content) => {
      keep(content);
      return place.blobs.put(content);
    },
    putAll: (contents) => {
      for (const content of contents) keep(content);
      return place.blobs.putAll(contents);
    },
  };
  const script = [[call('write')], [say('done')]];
  await runOn(place.ledger, { script, tools: [write], more: { workspace: place.workspace, blobs, secrets: [secret] } });
  for (const text of [kept.join('\n'), JSON.stringify(place.ledger.events)]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(encoded);
  }
  const [change] = told(place);
  expect(change?.files.map(({ path }) => path)).toEqual(['b']);
  expect(change?.unknown).toEqual(
    ['[redacted]', '[redacted].before', '[redacted].d/in.txt', 'link', 'to-[redacted]', 'x-[redacted].txt'].toSorted(),
  );
});

describe('undo', () => {
  it('gives back every byte, and can be told as a change of its own', async () => {
    const place = prepared();
    await work(place);
    const undone = await undoChanges(place.workspace, files(place), place.blobs);
    expect(undone).toMatchObject({ ok: true });
    const read = (path: string): Buffer => readFileSync(join(place.workspace, path));
    expect(read('a.txt').toString()).toBe('one\n');
    expect(read('gone.txt').toString()).toBe('was here\n');
    expect([...read('binary')]).toEqual([0, 255, 254]);
    expect(existsSync(join(place.workspace, 'src/new.txt'))).toBe(false);
    const turned = undone.ok ? undone.files : [];
    expect(turned.map(({ path, added, removed }) => [path, added, removed])).toContainEqual(['gone.txt', 1, 0]);
    expect(await undoChanges(place.workspace, turned, place.blobs)).toMatchObject({ ok: true });
    expect(read('a.txt').toString()).toBe('two\n');
  });

  it('refuses when a file changed since, and then touches nothing', async () => {
    const place = prepared();
    await work(place);
    writeFileSync(join(place.workspace, 'src/new.txt'), 'mine\n');
    expect(await undoChanges(place.workspace, files(place), place.blobs)).toEqual({
      ok: false,
      problem: 'src/new.txt was changed since. Nothing was undone.',
    });
    expect(readFileSync(join(place.workspace, 'a.txt'), 'utf8')).toBe('two\n');
  });

  it('that was cut off at any file is finished by the next one', async () => {
    const place = prepared();
    await work(place);
    const before = files(place);
    for (const done of before.keys()) {
      const part = before.slice(0, done);
      expect(await undoChanges(place.workspace, part, place.blobs)).toMatchObject({ ok: true });
      expect(await undoChanges(place.workspace, before, place.blobs)).toMatchObject({ ok: true, files: { length: 4 } });
      expect(readFileSync(join(place.workspace, 'a.txt'), 'utf8')).toBe('one\n');
      expect(existsSync(join(place.workspace, 'src/new.txt'))).toBe(false);
    }
  });

  it('leads back exactly, for any files before and after', async () => {
    // Some are folders of others: a file may become a folder, and a folder a file.
    const names = fc.constantFrom('a', 'a/b', 'a/b/c', 'b', 'c', 'c/d', 'c/e', 'f', '__proto__');
    const tree = fc.array(fc.tuple(names, fc.uint8Array({ maxLength: 20 })), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(tree, tree, async (old, now) => {
        const [workspace, blobs] = [tempFolder(), new MemoryBlobs()];
        const write = (contents: typeof old): void => {
          for (const name of ['a', 'b', 'c', 'f', '__proto__']) {
            rmSync(join(workspace, name), { recursive: true, force: true });
          }
          for (const [name, bytes] of contents) {
            if (contents.some(([other]) => other.startsWith(`${name}/`))) continue;
            mkdirSync(dirname(join(workspace, name)), { recursive: true });
            writeFileSync(join(workspace, name), bytes);
          }
        };
        const look = async (): Promise<string> => {
          const snapshot = (await takeSnapshot({ workspace, signal: never })) ?? {
            files: new Map(),
            left: new Set(),
            marks: new Map(),
          };
          return saveTree(snapshot, blobs);
        };
        write(old);
        const before = await look();
        write(now);
        const [saved, after] = [await readTree(before, blobs), await takeSnapshot({ workspace, signal: never })];
        if (saved === undefined || after === undefined) throw new Error('there was a workspace');
        const changes = await changesBetween(saved, after, blobs);
        expect(await undoChanges(workspace, changes.files, blobs)).toMatchObject({ ok: true });
        expect(await look()).toBe(before);
        expect(await undoChanges(workspace, changes.files, blobs)).toMatchObject({ ok: true });
        expect(await look()).toBe(before);
      }),
      { numRuns: 40 },
    );
  });
});

it('what is too large to be kept is named, not called unchanged', async () => {
  const [workspace, blobs] = [tempFolder(), new MemoryBlobs()];
  writeFileSync(join(workspace, 'big'), Buffer.alloc(2 * 1024 * 1024));
  const before = { files: new Map<string, string>(), left: new Set(['big']), marks: new Map() };
  writeFileSync(join(workspace, 'big'), 'small now');
  const after = await takeSnapshot({ workspace, signal: never });
  if (after === undefined) throw new Error('there was a workspace');
  expect(await changesBetween(before, after, blobs)).toEqual({ files: [], unknown: ['big'] });
});
