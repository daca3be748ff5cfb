import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { plainText } from '@toolthread/core/text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import { editFile } from './edit-file.ts';
import { matchesGlob } from '../workspace/matches-glob.ts';
import { listFiles } from './list-files.ts';
import { readFile } from './read-file.ts';
import { saveFile } from './save-file.ts';
import { searchFiles } from './search-files.ts';
import { fileText } from '../workspace/file-text.ts';

function project(files: Record<string, string | Uint8Array>): { workspace: string } {
  const workspace = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(workspace, name, '..'), { recursive: true });
    writeFileSync(join(workspace, name), content);
  }
  return { workspace };
}

test('a file is read as it is, whole or by lines', async () => {
  const at = project({ 'a.txt': 'one\ntwo\nthree\n', empty: '' });
  expect((await useTool(readFile, { path: 'a.txt' }, at)).text).toBe('one\ntwo\nthree\n');
  const middle = await useTool(readFile, { path: 'a.txt', offset: 2, limit: 1 }, at);
  expect(middle).toMatchObject({ text: 'two', structured: { first_line: 2, last_line: 2, lines: 3 } });
  expect((await useTool(readFile, { path: 'empty' }, at)).error).toBeUndefined();
  expect((await useTool(readFile, { path: 'a.txt', offset: 9 }, at)).error?.message).toBe('a.txt has only 3 lines.');
  expect((await useTool(readFile, { path: 'b.txt' }, at)).error?.message).toBe('There is no b.txt.');
});

test('[L7] nothing in a file is hidden by what comes after it', async () => {
  const at = project({
    mac: 'one\rtwo\rthree',
    tricky: 'evil() // \u001b[2K\rfine()\b\b\b\b\b\bnice()\u009b2K\n',
    dos: 'a\r\nb\r\n',
  });
  expect(await useTool(readFile, { path: 'mac', offset: 2, limit: 1 }, at)).toMatchObject({
    text: 'two',
    structured: { lines: 3 },
  });
  expect(plainText((await useTool(readFile, { path: 'tricky' }, at)).text)).toBe(
    'evil() // ␛[2K\nfine()␈␈␈␈␈␈nice()␛[2K\n',
  );
  expect(plainText((await useTool(searchFiles, { query: 'evil' }, at)).text)).toBe('tricky:1: evil() // ␛[2K');
  expect((await useTool(readFile, { path: 'dos' }, at)).text).toBe('a\r\nb\r\n');
});

test.each(['\n', '\r\n', '\r'])(
  'a text of several lines is found, and the file keeps its ends of lines: %j',
  async (end) => {
    const at = project({ f: ['a', 'b', 'c', ''].join(end) });
    const seen = plainText((await useTool(readFile, { path: 'f' }, at)).text);
    expect(seen).toBe('a\nb\nc\n');
    expect((await useTool(editFile, { path: 'f', old_text: 'a\nb', new_text: 'x\ny\nz' }, at)).error).toBeUndefined();
    expect(readFileSync(join(at.workspace, 'f'), 'utf8')).toBe(['x', 'y', 'z', 'c', ''].join(end));
  },
);

test('an image is an image by its bytes, whatever its name; other bytes are refused in words', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
  const at = project({
    'photo.txt': png,
    'fake.png': 'no image',
    blob: Buffer.from([1, 0, 2]),
    latin: Buffer.from([0xe9, 0x20]),
  });
  expect((await useTool(readFile, { path: 'photo.txt' }, at)).parts).toEqual([
    {
      type: 'image',
      media_type: 'image/png',
      source: { kind: 'base64', data: png.toString('base64') },
      name: 'photo.txt',
    },
  ]);
  expect((await useTool(readFile, { path: 'fake.png' }, at)).text).toBe('no image');
  for (const path of ['blob', 'latin']) {
    expect((await useTool(readFile, { path }, at)).error?.message).toMatch(/neither text nor an image/);
  }
});

test('a large image goes beside the ledger', async () => {
  const bytes = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(300_000)]);
  const put: number[] = [];
  const blobs = {
    put: (content: Uint8Array) => {
      put.push(content.length);
      return Promise.resolve('h1');
    },
    putAll: () => Promise.resolve([]),
    get: () => Promise.resolve(undefined),
  };
  const used = await useTool(readFile, { path: 'a.gif' }, { ...project({ 'a.gif': bytes }), blobs });
  expect(used.parts).toMatchObject([{ media_type: 'image/gif', source: { kind: 'blob', hash: 'h1', size: 300_006 } }]);
  expect(put).toEqual([300_006]);
});

test('a file of any size is refused before it fills the memory', async () => {
  const at = project({ big: Buffer.alloc(11 * 1024 * 1024, 'a') });
  expect((await useTool(readFile, { path: 'big' }, at)).error?.message).toMatch(/too many to read/);
  expect((await useTool(editFile, { path: 'big', old_text: 'a', new_text: 'b' }, at)).error?.message).toMatch(
    /too large/,
  );
});

test('a new file brings its folders, and shows itself as one that was created', async () => {
  const at = project({});
  const used = await useTool(saveFile, { path: 'deep/er/a.txt', content: 'x\ny\n' }, at);
  expect(readFileSync(join(at.workspace, 'deep/er/a.txt'), 'utf8')).toBe('x\ny\n');
  expect(used).toMatchObject({
    text: 'Created deep/er/a.txt (+2 -0 lines).',
    structured: {
      kind: 'diff',
      path: 'deep/er/a.txt',
      created: true,
      added: 2,
      removed: 0,
      hunks: [{ lines: ['+x', '+y'] }],
    },
  });
  expect((await useTool(saveFile, { path: 'deep/er/a.txt', content: 'x\ny\n' }, at)).text).toMatch(/^Unchanged: /);
});

const EMPTY_PATCH = { oldFileName: 'f', newFileName: 'f', oldHeader: undefined, newHeader: undefined };

test('the hunks of an edit, applied to the file before, give the file after', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c', 'long line'), { minLength: 1, maxLength: 40 }),
      fc.nat(39),
      async (lines, at) => {
        const before = lines.map((line, n) => `${line} ${n}`).join('\n');
        const target = `${lines[at % lines.length]} ${at % lines.length}`;
        const where = project({ f: before });
        const used = await useTool(editFile, { path: 'f', old_text: target, new_text: 'changed\nand more' }, where);
        const after = readFileSync(join(where.workspace, 'f'), 'utf8');
        if (used.error !== undefined) {
          expect(after).toBe(before);
          return;
        }
        const { hunks } = JSON.parse(JSON.stringify(used.structured));
        const patch = hunks.map((hunk: Record<string, unknown>) => ({
          oldStart: hunk['old_start'],
          oldLines: hunk['old_lines'],
          newStart: hunk['new_start'],
          newLines: hunk['new_lines'],
          lines: hunk['lines'],
        }));
        expect(applyPatch(before, { ...EMPTY_PATCH, hunks: patch })).toBe(after);
      },
    ),
    { numRuns: 30 },
  );
});

test('an edit needs its text exactly once, and leaves the file alone otherwise', async () => {
  const at = project({ f: 'same\nsame\n$& $1\n' });
  const edit = (input: Record<string, string | boolean>): ReturnType<typeof useTool> =>
    useTool(editFile, { path: 'f', ...input }, at);
  expect((await edit({ old_text: 'other', new_text: 'x' })).error?.message).toMatch(/is not in f/);
  expect((await edit({ old_text: 'same', new_text: 'x' })).error?.message).toMatch(/2 times/);
  expect(readFileSync(join(at.workspace, 'f'), 'utf8')).toBe('same\nsame\n$& $1\n');
  expect((await edit({ old_text: 'same', new_text: "$& $' $`", all: true })).error).toBeUndefined();
  expect(readFileSync(join(at.workspace, 'f'), 'utf8')).toBe("$& $' $`\n$& $' $`\n$& $1\n");
});

test('a hopeless difference is left out, not waited for', async () => {
  const lines = (seed: number): string => Array.from({ length: 60_000 }, (_, n) => `${(n * seed) % 99_991}`).join('\n');
  const at = project({ f: lines(7) });
  const used = await useTool(saveFile, { path: 'f', content: lines(13) }, at);
  expect(used.error).toBeUndefined();
  expect(used.structured).toMatchObject({ kind: 'diff', path: 'f', truncated: true });
});

test('a listing names everything below, sorted; links are named, not followed; .git and node_modules are passed over', async () => {
  const at = project({ 'b.ts': '', 'a/c.ts': '', 'a/d/e.md': '', '.git/config': 'x', 'node_modules/x/index.js': '' });
  symlinkSync('/etc', join(at.workspace, 'link'));
  expect((await useTool(listFiles, {}, at)).text.split('\n')).toEqual([
    '.git/',
    'a/',
    'b.ts',
    'link',
    'node_modules/',
    'a/c.ts',
    'a/d/',
    'a/d/e.md',
  ]);
  expect((await useTool(listFiles, { pattern: '*.ts' }, at)).text).toBe('b.ts\na/c.ts');
  expect((await useTool(listFiles, { path: 'a', pattern: '**/*.md' }, at)).text).toBe('a/d/e.md');
  expect((await useTool(listFiles, { pattern: '*.zig' }, at)).text).toBe('No files.');
  expect((await useTool(listFiles, { path: 'b.ts' }, at)).error?.message).toBe('b.ts is not a folder.');
});

test('a long listing says that there is more', async () => {
  const at = project(Object.fromEntries(Array.from({ length: 1005 }, (_, n) => [`f${n}`, ''])));
  const used = await useTool(listFiles, {}, at);
  expect(used.text.split('\n')).toHaveLength(1001);
  expect(used.structured).toMatchObject({ more: true });
});

test('a search finds the text itself, where it is', async () => {
  const at = project({ 'a.ts': 'const x = a.b*c;\nnope\n', 'b.md': 'A.B*C\n', bin: Buffer.from([0, 97]) });
  expect((await useTool(searchFiles, { query: 'a.b*c' }, at)).text).toBe('a.ts:1: const x = a.b*c;');
  expect((await useTool(searchFiles, { query: 'a.b*c', ignore_case: true }, at)).text.split('\n')).toHaveLength(2);
  expect((await useTool(searchFiles, { query: 'a.b*c', pattern: '*.md' }, at)).text).toBe('No matches.');
  const many = project({ f: 'x\n'.repeat(500) });
  expect(await useTool(searchFiles, { query: 'x' }, many)).toMatchObject({ structured: { more: true } });
});

test.each([
  { pattern: '*.ts', matches: ['a.ts', 'src/a.ts'], others: ['a.tsx'] },
  { pattern: 'src/*.ts', matches: ['src/a.ts'], others: ['src/b/a.ts'] },
  { pattern: 'src/**/*.ts', matches: ['src/b/a.ts', 'src/a.ts'], others: ['a.ts'] },
  { pattern: './src/?.ts', matches: ['src/a.ts'], others: ['src/ab.ts'] },
  { pattern: '**', matches: ['x/y/z'], others: [] },
  { pattern: '**/z', matches: ['x/y/z'], others: ['x/y'] },
  { pattern: 'x/**', matches: ['x/y/z'], others: ['y/x'] },
  { pattern: 'a*b*d', matches: ['abd'], others: ['abc'] },
  { pattern: '*', matches: [''], others: [] },
])('$pattern matches $matches', ({ pattern, matches, others }) => {
  expect([...matches, ...others].filter((path) => matchesGlob(path, pattern))).toEqual(matches);
});

test('a hostile pattern hangs nothing', () => {
  expect(matchesGlob(`${'a/'.repeat(200)}${'a'.repeat(200)}`, `${'**/a*'.repeat(60)}**/${'a*'.repeat(60)}b`)).toBe(
    false,
  );
  expect(matchesGlob('a'.repeat(4000), `${'a*'.repeat(200)}b`)).toBe(false);
});

test('a long file is drawn in pieces, the same as the whole', () => {
  for (const length of [65_533, 65_534, 65_535, 65_536, 131_071]) {
    const words = 'x'.repeat(length);
    expect(fileText(`${words}\r\n\r\u001b[2K\b\r`)).toBe(`${words}\r\n\n␛[2K␈\n`);
  }
});
