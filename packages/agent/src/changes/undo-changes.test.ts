import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import { tempFolder } from '../../test/use-tool.ts';
import { changesBetween, diffOf } from './changes.ts';
import type { Changes } from './changes.ts';
import { takeSnapshot } from './snapshot.ts';
import { readTree, saveTree } from './tree.ts';
import { undoChanges } from './undo-changes.ts';
import type { Undone } from './undo-changes.ts';

const signal = new AbortController().signal;

/** A workspace with these files, before and after somebody's work. */
class Desk {
  readonly workspace = tempFolder();
  readonly blobs = new MemoryBlobs();
  changes: Changes = { files: [], unknown: [] };

  constructor(files: { readonly [name: string]: string }) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  at(name: string): string {
    return join(this.workspace, name);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), text);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  remove(name: string): void {
    rmSync(this.at(name), { recursive: true });
  }

  async works(work: () => void): Promise<Changes> {
    const before = await takeSnapshot({ workspace: this.workspace, signal });
    if (before === undefined) throw new Error('there was a workspace');
    const saved = await readTree(await saveTree(before, this.blobs), this.blobs);
    work();
    const after = await takeSnapshot({ workspace: this.workspace, signal });
    if (saved === undefined || after === undefined) throw new Error('there is a workspace');
    this.changes = await changesBetween(saved, after, this.blobs);
    return this.changes;
  }

  undo(): Promise<Undone> {
    return undoChanges(this.workspace, this.changes.files, this.blobs);
  }
}

test('a file that became a folder is a file again, and what was in the folder is gone', async () => {
  const desk = new Desk({ a: 'A', z: 'Z' });
  await desk.works(() => {
    desk.remove('a');
    desk.write('a/b/x', 'X');
    mkdirSync(desk.at('a/empty'));
    desk.write('z', 'ZZ');
  });
  expect(await desk.undo()).toMatchObject({ ok: true });
  expect([desk.read('a'), desk.read('z')]).toEqual(['A', 'Z']);
});

test.each(['a/mine', 'a/b/.git/mine', 'a/node_modules/mine'])(
  'a folder in the place of a file stays while somebody has %s in it, and nothing is touched',
  async (mine) => {
    const desk = new Desk({ a: 'A', b: 'B' });
    await desk.works(() => {
      desk.remove('a');
      desk.write('a/x', 'X');
      desk.write('b', 'BB');
    });
    desk.write(mine, 'mine');
    expect(await desk.undo()).toMatchObject({ ok: false, problem: expect.stringContaining('Nothing was undone.') });
    expect([desk.read(mine), desk.read('a/x'), desk.read('b')]).toEqual(['mine', 'X', 'BB']);
  },
);

test('links are told as what no undo takes back, and an undo never writes through one', async () => {
  const desk = new Desk({ a: 'A', b: 'B', 'd/f': 'D', 'e/f': 'E', c: 'C' });
  symlinkSync('b', desk.at('old'));
  symlinkSync('b', desk.at('same'));
  const changes = await desk.works(() => {
    desk.remove('a');
    symlinkSync('b', desk.at('a'));
    desk.remove('d');
    symlinkSync('e', desk.at('d'));
    symlinkSync('c', desk.at('new'));
    desk.remove('old');
    desk.write('c', 'CC');
  });
  expect(changes.files.map(({ path }) => path)).toEqual(['c']);
  expect(changes.unknown).toEqual(['a', 'd', 'd/f', 'new', 'old']);
  expect(await desk.undo()).toMatchObject({ ok: true });
  expect([desk.read('b'), desk.read('e/f'), desk.read('c')]).toEqual(['B', 'E', 'C']);
});

test.each(['file', 'folder'] as const)(
  'a link that somebody put in the place of a %s since is in the way',
  async (what) => {
    const desk = new Desk({ 'd/f': 'before', 'e/f': 'theirs', g: 'G' });
    await desk.works(() => {
      desk.remove('d/f');
      desk.write('g', 'GG');
    });
    if (what === 'file') symlinkSync('../e/f', desk.at('d/f'));
    else {
      desk.remove('d');
      symlinkSync('e', desk.at('d'));
    }
    expect(await desk.undo()).toEqual({ ok: false, problem: 'd/f was changed since. Nothing was undone.' });
    expect([desk.read('e/f'), desk.read('g')]).toEqual(['theirs', 'GG']);
  },
);

test.each(['made', 'changed', 'removed'])(
  'where the folder is not there, a file that was %s is not called changed or undone',
  async (what) => {
    const desk = new Desk(what === 'made' ? {} : { a: 'A' });
    await desk.works(() => (what === 'removed' ? desk.remove('a') : desk.write('a', 'AA')));
    rmSync(desk.workspace, { recursive: true });
    expect(await desk.undo()).toEqual({
      ok: false,
      problem: expect.stringMatching(/^The folder with the files of this thread is not there: .* Nothing was undone\./),
    });
    expect(existsSync(desk.workspace)).toBe(false);
  },
);

test('a file that grew too large to be read is not as it was left', async () => {
  const desk = new Desk({ a: 'A' });
  await desk.works(() => desk.remove('a'));
  desk.write('a', 'x'.repeat(2 * 1024 * 1024));
  expect(await desk.undo()).toMatchObject({ ok: false });
  expect(desk.read('a')).toHaveLength(2 * 1024 * 1024);
});

test('a file with a second name elsewhere is not written, and nothing else is', async () => {
  const desk = new Desk({ a: 'A', b: 'B' });
  await desk.works(() => {
    desk.write('a', 'AA');
    desk.write('b', 'BB');
  });
  linkSync(desk.at('b'), join(tempFolder(), 'elsewhere'));
  expect(await desk.undo()).toMatchObject({ ok: false, problem: expect.stringContaining('Nothing was undone.') });
  expect([desk.read('a'), desk.read('b')]).toEqual(['AA', 'BB']);
});

test('the file .git of a worktree is passed over like the folder, and holds up no undo', async () => {
  const desk = new Desk({ '.git': 'gitdir: elsewhere', a: 'A' });
  const changes = await desk.works(() => {
    desk.remove('.git');
    desk.write('a', 'AA');
  });
  expect(changes.files.map(({ path }) => path)).toEqual(['a']);
  expect(await desk.undo()).toMatchObject({ ok: true });
});

test('whether a file may be run is not kept, and that it changed is told', async () => {
  const desk = new Desk({ a: '#!/bin/sh', b: '#!/bin/sh', c: 'C' });
  chmodSync(desk.at('b'), 0o755);
  const changes = await desk.works(() => {
    chmodSync(desk.at('a'), 0o755);
    desk.write('b', 'other words');
    desk.write('c', 'CC');
  });
  expect(changes).toMatchObject({ files: [{ path: 'b' }, { path: 'c' }], unknown: ['a'] });
  expect(await desk.undo()).toMatchObject({ ok: true });
  expect(statSync(desk.at('b')).mode & 0o777).toBe(0o755);
});

test('a file that was moved is there again, and its new place is empty', async () => {
  const desk = new Desk({ 'src/a.ts': 'A' });
  await desk.works(() => {
    desk.remove('src');
    desk.write('lib/b.ts', 'A');
  });
  expect(await desk.undo()).toMatchObject({ ok: true });
  expect(desk.read('src/a.ts')).toBe('A');
  expect(existsSync(desk.at('lib/b.ts'))).toBe(false);
  expect(lstatSync(desk.at('lib')).isDirectory()).toBe(true);
});

test('where the time is over, files are named and not compared', async () => {
  const desk = new Desk({ a: 'A\n' });
  const { files } = await desk.works(() => desk.write('a', 'B\n'));
  expect(await diffOf(files, desk.blobs, 0)).toBe('Too large or too different to draw: a/a and b/a\n');
  expect(await diffOf(files, desk.blobs)).toContain('-A\n+B');
});

test('a picture that was stopped is none', async () => {
  const desk = new Desk({ a: 'A' });
  expect(await takeSnapshot({ workspace: desk.workspace, signal: AbortSignal.abort() })).toBeUndefined();
});

test('files beyond the bounds are named one by one, and where they are many, by their folders', async () => {
  const unknown = async (names: readonly string[]): Promise<readonly string[]> => {
    const left = { files: new Map(), left: new Set(names), marks: new Map() };
    return (await changesBetween({ ...left, left: new Set() }, left, new MemoryBlobs())).unknown;
  };
  const many = (count: number, name: (n: number) => string): string[] =>
    Array.from({ length: count }, (_, n) => name(n));
  expect(await unknown(['b', 'a'])).toEqual(['a', 'b']);
  expect(await unknown(many(50_000, (n) => `src/${n % 7}/f${n}`))).toEqual(many(7, (n) => `src/${n}/`));
  expect(await unknown([...many(500, (n) => `src/${n}/f`), 'top'])).toEqual(['./', 'src/']);
  expect(await unknown(many(500, (n) => `d${n}/f`))).toEqual(['./']);
});

test('an undo whose files become those of somebody else ends at once, and says what was undone; the next one finishes it', async () => {
  const desk = new Desk({ e: 'E', f: 'F' });
  await desk.works(() => {
    for (const name of ['a', 'b', 'c', 'd']) desk.write(name, 'new');
    desk.write('e', 'EE');
    desk.remove('f');
  });
  // It stands still for longer than a second before each file.
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 2000));
  onTestFinished(() => void vi.restoreAllMocks());
  const left = (): string => ['a', 'b', 'c', 'd', 'e', 'f'].filter((name) => existsSync(desk.at(name))).join('');
  const losing = (after: number): Promise<Undone> => {
    let asked = 0;
    const lost = async (): Promise<string | undefined> => ((asked += 1) > after ? 'Another has it.' : undefined);
    return undoChanges(desk.workspace, desk.changes.files, desk.blobs, lost);
  };
  expect([await losing(0), left()]).toEqual([{ ok: false, problem: 'Another has it. Nothing was undone.' }, 'abcde']);
  const some = 'Another has it. Undone already: a, b. Not undone: 4 files. Undo again to finish it.';
  expect([await losing(2), left(), desk.read('e')]).toEqual([{ ok: false, problem: some }, 'cde', 'EE']);
  expect(await losing(3)).toMatchObject({ problem: expect.stringMatching(/: c, d, e\. Not undone: 1 file\./) });
  expect([(await losing(1)).ok, left(), desk.read('e'), desk.read('f')]).toEqual([true, 'ef', 'E', 'F']);
});

test.each([
  ['b', 'a'],
  ['e', 'a, b'],
  ['f', 'a, b, e'],
])('what somebody did to %s while the undo was under way is not lost', async (name, undone) => {
  const desk = new Desk({ e: 'E', f: 'F' });
  await desk.works(() => {
    desk.write('a', 'new');
    desk.write('b', 'new');
    desk.write('e', 'EE');
    desk.remove('f');
  });
  const works = async (): Promise<undefined> => {
    desk.write(name, 'PRECIOUS');
    return undefined;
  };
  const problem = expect.stringContaining(`${name} was changed since. Undone already: ${undone}. Not undone:`);
  expect(await undoChanges(desk.workspace, desk.changes.files, desk.blobs, works)).toEqual({ ok: false, problem });
  expect(desk.read(name)).toBe('PRECIOUS');
});
