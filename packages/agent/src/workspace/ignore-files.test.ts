import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@toolthread/core/json';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import { listFiles } from '../tools/list-files.ts';
import { searchFiles } from '../tools/search-files.ts';

function project(files: Record<string, string>): { workspace: string } {
  const workspace = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(workspace, name, '..'), { recursive: true });
    writeFileSync(join(workspace, name), content);
  }
  return { workspace };
}

async function listed(at: { workspace: string }, input: JsonObject = {}): Promise<string[]> {
  return (await useTool(listFiles, input, at)).text.split('\n').filter((name) => !name.endsWith('/'));
}

test('what .gitignore names is neither listed nor searched, and is on request', async () => {
  const at = project({
    '.gitignore': '/dist/\n*.log\n',
    'a.ts': 'find me',
    'dist/a.js': 'find me',
    'x/b.log': 'find me',
  });
  expect(await listed(at)).toEqual(['.gitignore', 'a.ts']);
  expect((await useTool(searchFiles, { query: 'find me' }, at)).text).toBe('a.ts:1: find me');
  expect(await listed(at, { ignored: true })).toEqual(['.gitignore', 'a.ts', 'dist/a.js', 'x/b.log']);
  const all = await useTool(searchFiles, { query: 'find me', ignored: true }, at);
  expect(all.text.split('\n')).toHaveLength(3);
});

test('the nearest file decides, and what is taken back is listed again', async () => {
  const own = ['sub/own', 'sub/deep/own'];
  const files = ['keep.log', 'lose.log', 'sub/lose.log', 'sub/keep.log', ...own, 'sub/deep/lose.log'];
  const at = project({
    '.gitignore': '*.log\n!keep.log\n',
    'sub/.gitignore': '!lose.log\nkeep.log\n/own\n',
    ...Object.fromEntries(files.map((name) => [name, ''])),
  });
  const below = ['sub/.gitignore', 'sub/lose.log', 'sub/deep/lose.log', 'sub/deep/own'];
  expect(await listed(at)).toEqual(['.gitignore', 'keep.log', ...below]);
  expect(await listed(at, { path: 'sub' })).toEqual(below);
  expect(await listed(at, { path: 'sub/deep' })).toEqual(['sub/deep/lose.log', 'sub/deep/own']);
});

test('an ignored folder that is asked for by its name is shown', async () => {
  const at = project({ '.gitignore': 'dist/\n', 'dist/a.js': '', 'dist/sub/b.js': '' });
  expect(await listed(at, { path: 'dist' })).toEqual(['dist/a.js', 'dist/sub/b.js']);
  expect(await listed(at, { path: 'dist/sub' })).toEqual(['dist/sub/b.js']);
});

test('a .gitignore that is a link, is binary or is a folder names nothing', async () => {
  const at = project({ 'a.ts': '', 'b/.gitignore/x': '', 'c/.gitignore': '\u0000*\n', 'c/a.ts': '' });
  writeFileSync(join(at.workspace, 'rules'), '*');
  symlinkSync('rules', join(at.workspace, '.gitignore'));
  expect(await listed(at)).toEqual(['.gitignore', 'a.ts', 'rules', 'b/.gitignore/x', 'c/.gitignore', 'c/a.ts']);
});

test.each([`${'*a'.repeat(40)}*b`, `${'**/a*/'.repeat(40)}b`, `${'a*'.repeat(40)}c`])(
  'a hostile pattern stops nothing: %s',
  async (pattern) => {
    const name = 'a'.repeat(200);
    const at = project({ '.gitignore': `${pattern}\ngone\n`, gone: '', [name]: '', [`${name}/../f/${name}`]: '' });
    expect(await listed(at)).toEqual(['.gitignore', name, `f/${name}`]);
  },
);

/** How often the work looked at the clock, and how often at most before others had their turn. The clock goes on by one with each look. */
async function looksAtClock<T>(work: () => Promise<T>): Promise<T & { looks: number; mostInTurn: number }> {
  let [looks, mostInTurn, before] = [0, 0, 0];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (looks += 1));
  let others: NodeJS.Immediate;
  const turn = (): void => {
    [mostInTurn, before] = [Math.max(mostInTurn, looks - before), looks];
    others = setImmediate(turn);
  };
  turn();
  const done = await work().finally(() => {
    clock.mockRestore();
    clearImmediate(others);
  });
  return { ...done, looks, mostInTurn: Math.max(mostInTurn, looks - before) };
}

const DEPTH = 4;
const MOST_BYTES = 64 * 1024;
const HOSTILE_LINES = ['abc?', '*aaaaaaaaaaaaaaaaaaaab', '*a*b', '**/a/**/b', '[!x]*[!y]*c', '/a/a/*/a/b', 'a*/**/b'];

test.each(HOSTILE_LINES)('[A2 4] nested .gitignore files full of %s stop nobody, and it is told', async (line) => {
  const width = line.length + 1;
  // What is read ends with a whole line, and as much again is not read.
  const read = `${'#'.repeat((MOST_BYTES % width) + width - 1)}\n${`${line}\n`.repeat(Math.floor(MOST_BYTES / width) - 1)}`;
  const name = 'a'.repeat(100);
  const files: Record<string, string> = {};
  for (let depth = 0, folder = ''; depth < DEPTH; depth += 1, folder += 'a/') {
    files[`${folder}.gitignore`] = `${read}${read}gone\n`;
    files[`${folder}${name}`] = 'find me';
  }
  const at = project(files);
  // In each folder the file with the rules, another file, and the next folder.
  const names = DEPTH * 3 - 1;
  for (const { tool, input, compared } of [
    { tool: listFiles, input: {}, compared: names },
    // The folders above it, and what is in it.
    { tool: listFiles, input: { path: 'a/'.repeat(DEPTH - 1) }, compared: DEPTH - 1 + 2 },
    { tool: searchFiles, input: { query: 'find me' }, compared: names },
  ]) {
    const { text, looks, mostInTurn } = await looksAtClock(() => useTool(tool, input, at));
    expect(text).toMatch(/\(too long, so that not every line of it was used: (?:a\/)*\.gitignore/);
    // A turn is 10 ms long: whoever looks at a clock that goes on by one with each look gives it away after eleven.
    expect(mostInTurn).toBeLessThan(20);
    // Each line that is read, and every fourth rule that a name is compared with (2000, of all files together); and each new turn.
    const expected = (DEPTH * read.split('\n').length + (compared * 2000) / 4) * (12 / 11);
    expect(looks / expected).toBeGreaterThan(0.98);
    expect(looks / expected).toBeLessThan(1.02);
  }
});

test('[A2 4] a line that is cut where a long file ends does not count: it may mean more than the whole one', async () => {
  const cut = `${'#'.repeat(499)}\n`.repeat(200).slice(0, MOST_BYTES - 2);
  const at = project({ '.gitignore': `${cut}\n*.log\n`, a: '' });
  expect(await listed(at)).toEqual([
    '.gitignore',
    'a',
    '(too long, so that not every line of it was used: .gitignore)',
  ]);
});

test('[A2 4] of a long file the first lines count, and a line that is too long does not; both are told', async () => {
  const many = ['gone', ...Array.from({ length: 3000 }, (_, n) => `f${n}`)].join('\n');
  const at = project({ '.gitignore': many, gone: '', f1: '', f2999: '', 'g/.gitignore': 'here', 'g/here': '' });
  const note = '(too long, so that not every line of it was used: .gitignore, g/.gitignore)';
  expect(await listed(at)).toEqual(['.gitignore', 'f2999', 'g/.gitignore', 'g/here', note]);
  const long = project({ '.gitignore': `${'x'.repeat(501)}\ngone\n`, gone: '', a: '' });
  expect(await listed(long)).toEqual(['.gitignore', 'a', note.replace(', g/.gitignore', '')]);
});

test('what a nearer file takes back is listed with all that is in it', async () => {
  const at = project({ '.gitignore': 'out/\n', 'a/.gitignore': '!out/\n', 'a/out/x': '', 'b/out/x': '' });
  expect(await listed(at)).toEqual(['.gitignore', 'a/.gitignore', 'a/out/x']);
});

const NAMES = ['a', 'b', 'ab', 'a.b', 'A', '#a', '!a', 'a b', 'a ', '[a]', 'a]', '-', '\\a'];
const SIGNS = 'a b A . * ? ! # \\ [ab] [!a] [^b] [a-b] []a] [[:alpha:]] [[:upper:]] [a ] - [\\]] [!-a]'.split(' ');
const signs = fc.constantFrom(' ', ...SIGNS);
const name = fc.oneof(
  fc.constantFrom('**', '*', 'a'),
  fc.array(signs, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
);
/** A bracket that goes on behind a slash, and `a**`, are left to git: it reads them in a way that its manual does not tell. */
const ignoreLine = fc
  .tuple(
    fc.constantFrom('', '/', '!', '!/'),
    fc.array(name, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '/', ' '),
  )
  .map(([before, names, after]) => before + names.join('/') + after)
  .filter((line) => !/\[[^\]]*\/|[^/!]\*\*|\*\*[^/ ]|\\\//.test(line));

const ignoreFile = fc.array(ignoreLine, { minLength: 1, maxLength: 4 });

/** Git is slow to start: it is asked about so many workspaces at once, each a folder of one repository. */
const AT_ONCE = 10;

test('lines are read as git reads them (which takes a bracket for one byte, and we for one character)', () => {
  const repository = tempFolder();
  execFileSync('git', ['init', '-q'], { cwd: repository });
  const workspaces = Array.from({ length: AT_ONCE }, (_, n) => join(repository, `w${n}`));
  for (const workspace of workspaces)
    for (const folder of ['', 'a/', 'a/b/', 'ab/a/'])
      for (const name of NAMES) {
        mkdirSync(join(workspace, folder, name), { recursive: true });
        writeFileSync(join(workspace, folder, name, 'f'), '');
      }
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  return fc.assert(
    fc.asyncProperty(fc.array(ignoreFile, { minLength: 1, maxLength: AT_ONCE, size: 'max' }), async (files) => {
      for (const [n, lines] of files.entries())
        writeFileSync(join(repository, `w${n}`, '.gitignore'), lines.join('\n'));
      const told = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard'], { cwd: repository, env });
      const names = told.toString().split('\0');
      for (const [n, lines] of files.entries()) {
        const expected = names.flatMap((name) => (name.startsWith(`w${n}/`) ? [name.slice(`w${n}/`.length)] : []));
        const shown = await listed({ workspace: join(repository, `w${n}`) });
        const found = shown.filter((name) => name !== 'No files.');
        expect({ lines, found: found.toSorted() }).toEqual({ lines, found: expected.toSorted() });
      }
    }),
    { numRuns: 100 / AT_ONCE + 5 },
  );
});
