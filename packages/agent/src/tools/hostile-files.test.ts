/** Files and folders made to hang whoever reads them, or to fill the memory: each call comes to an end with a message. */
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import { editFile } from './edit-file.ts';
import { listFiles } from './list-files.ts';
import { readFile } from './read-file.ts';
import { saveFile } from './save-file.ts';
import { searchFiles } from './search-files.ts';
import { walk } from '../workspace/walk.ts';

const MB = 1024 * 1024;

function workspaceWith(name: string, content: string | Uint8Array): { workspace: string } {
  const workspace = tempFolder();
  writeFileSync(join(workspace, name), content);
  return { workspace };
}

test('[B.6 43] a line of ten megabytes is read, searched and refused for editing', async () => {
  const at = workspaceWith('line', 'a'.repeat(10 * MB));
  expect((await useTool(readFile, { path: 'line' }, at)).text).toHaveLength(10 * MB);
  expect((await useTool(searchFiles, { query: 'b' }, at)).text).toMatch(/^No matches in what was searched/);
  const [first] = (await useTool(searchFiles, { query: 'aaa' }, at)).text.split('\n');
  expect(first).toBe(`line:1: ${'a'.repeat(300)}`);
  expect((await useTool(editFile, { path: 'line', old_text: 'a', new_text: '' }, at)).error?.message).toMatch(/large/);
});

test('[B.6 43] megabytes of controls, each of which is shown by a sign, are refused whole and read by lines', async () => {
  const at = workspaceWith('escapes', `one\n${'\u001b'.repeat(4 * MB)}\n`);
  expect((await useTool(readFile, { path: 'escapes' }, at)).error?.message).toMatch(/Read fewer lines/);
  expect((await useTool(readFile, { path: 'escapes', limit: 1 }, at)).text).toBe('one');
});

test('[B.6 43] ten megabytes of nothing but line ends are lines', async () => {
  const at = workspaceWith('lines', '\n'.repeat(10 * MB));
  expect((await useTool(readFile, { path: 'lines', offset: 9 * MB, limit: 2 }, at)).structured).toMatchObject({
    lines: 10 * MB,
  });
  expect((await useTool(searchFiles, { query: 'x' }, at)).error).toBeUndefined();
});

test('[L3] a file that is too long to be searched whole is named; the cut in the midst of a character costs nothing', async () => {
  for (let shift = 0; shift < 4; shift += 1) {
    const text = `${'-'.repeat(shift)}needle\n${'𝄞'.repeat(MB)}needle at the end`;
    const at = workspaceWith('big', text);
    const used = await useTool(searchFiles, { query: 'needle' }, at);
    expect(used.structured).toMatchObject({ matches: [{ line: 1 }], more: true });
    expect(used.text).toContain('(only the first 2 MB of: big)');
    expect((await useTool(searchFiles, { query: 'at the end' }, at)).text).not.toBe('No matches.');
  }
});

test('[B.6 41] a file of any size is no reason to read it: sparse terabytes are refused', async () => {
  const workspace = tempFolder();
  const file = openSync(join(workspace, 'sparse'), 'w');
  writeSync(file, 'x', 2 ** 40);
  closeSync(file);
  expect(statSync(join(workspace, 'sparse')).size).toBe(2 ** 40 + 1);
  for (const [tool, input] of [
    [readFile, { path: 'sparse' }],
    [editFile, { path: 'sparse', old_text: 'x', new_text: 'y' }],
  ] as const) {
    expect((await useTool(tool, input, { workspace })).error?.message).toMatch(/too (many|large)/);
  }
  expect((await useTool(searchFiles, { query: 'x' }, { workspace })).error).toBeUndefined();
});

/** Adds to the file as fast as it can, and cuts it down again. */
const GROWER = `
const { appendFileSync, truncateSync, writeSync } = require('fs');
const file = process.argv[1];
writeSync(1, 'ready');
for (;;) { for (let n = 0; n < 200; n += 1) appendFileSync(file, 'line of words\\n'.repeat(50)); truncateSync(file, 14); }`;

test('[B.6 41] a file that grows and shrinks while it is read is read as it was found, and never further', async () => {
  const at = workspaceWith('log', 'line of words\n');
  const grower = spawn(process.execPath, ['-e', GROWER, join(at.workspace, 'log')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void grower.kill('SIGKILL'));
  await new Promise((ready) => grower.stdout.once('data', ready));
  for (let n = 0; n < 100; n += 1) {
    const used = await Promise.all([
      useTool(readFile, { path: 'log' }, at),
      useTool(searchFiles, { query: 'words' }, at),
    ]);
    for (const { error } of used) expect(error).toBeUndefined();
  }
});

test('[B.6 41] a file swapped for a pipe while the tools work holds nobody', async () => {
  const at = workspaceWith('swapped', 'words\n');
  const script =
    'cd "$1" && echo ready && while :; do mkfifo p; mv -f p swapped; echo words > w; mv -f w swapped; done';
  const swapper = spawn('sh', ['-c', script, 'sh', at.workspace], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  onTestFinished(() => void process.kill(-(swapper.pid ?? 0), 'SIGKILL'));
  await new Promise((ready) => swapper.stdout.once('data', ready));
  let read = 0;
  // The one who swaps may be held up for a while: until it is a file again, nobody reads it.
  for (let n = 0; n < 200 || read === 0; n += 1) {
    const [used] = await Promise.all([
      useTool(readFile, { path: 'swapped' }, at),
      useTool(searchFiles, { query: 'words' }, at),
      useTool(saveFile, { path: 'swapped', content: 'words\n' }, at),
    ]);
    if (used.error === undefined) read += 1;
    else expect(used.error.message).toMatch(/no swapped|not a regular file|changed its place/);
  }
});

test('[B.6 43] a folder of more files than anybody looks at is left in its midst, and says so', async () => {
  // In memory where there is such a place: a disk takes longer to make and to remove them than all the rest.
  const workspace = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'toolthread-'));
  onTestFinished(() => void execFileSync('rm', ['-rf', workspace]));
  execFileSync('sh', ['-c', 'cd "$1" && seq 1 60000 | xargs touch', 'sh', workspace]);
  const searched = await useTool(searchFiles, { query: 'x', pattern: '*.none' }, { workspace });
  expect(searched).toMatchObject({ text: 'No matches in what was searched, which is not all.' });
  expect((await useTool(listFiles, {}, { workspace })).structured).toMatchObject({ more: true });
});

test('[B.6 43] folders without end are entered to a depth, and the rest is told', async () => {
  const workspace = tempFolder();
  execFileSync('sh', ['-c', 'cd "$1"; for n in $(seq 1 300); do mkdir d; cd d || exit; done', 'sh', workspace]);
  const used = await useTool(listFiles, {}, { workspace });
  expect(used.structured).toMatchObject({ more: true });
  expect(used.text.split('\n').length).toBeLessThan(100);
  expect((await useTool(searchFiles, { query: 'x' }, { workspace })).text).toMatch(/which is not all/);
});

test('others have their turn while a folder is looked through, and a stop ends it where it is', async () => {
  const workspace = tempFolder();
  for (let n = 0; n < 500; n += 1) writeFileSync(join(workspace, `f${n}`), '');
  const place = { ok: true, root: workspace, path: workspace, name: '.' } as const;
  const stop = new AbortController();
  let seen = 0;
  for await (const { kind } of walk(place, stop.signal)) {
    if (kind === 'more') break;
    if (seen === 0) setImmediate(() => stop.abort());
    seen += 1;
  }
  expect(seen).toBeLessThan(100);
  const used = await useTool(searchFiles, { query: 'x' }, { workspace, signal: stop.signal });
  expect(used.structured).toMatchObject({ more: true });
});

test('[B.6 43] an edit that would fill the memory is refused, and leaves the file alone', async () => {
  const at = workspaceWith('f', 'a'.repeat(MB));
  const bomb = { path: 'f', old_text: 'a', new_text: 'b'.repeat(MB), all: true };
  expect((await useTool(editFile, bomb, at)).error?.message).toMatch(/would become too large/);
  expect(readFileSync(join(at.workspace, 'f'), 'utf8')).toBe('a'.repeat(MB));
});

test('a text of a million lines is saved; what changed in it is not looked for', async () => {
  const workspace = tempFolder();
  mkdirSync(join(workspace, 'd'));
  for (const line of ['a\n', 'b\n']) {
    const used = await useTool(saveFile, { path: 'd/f', content: line.repeat(MB) }, { workspace });
    expect(used.structured).toMatchObject({ kind: 'diff', truncated: true, hunks: [] });
  }
  expect(statSync(join(workspace, 'd', 'f')).size).toBe(2 * MB);
});
