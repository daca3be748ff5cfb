import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { fileFinder } from './file-finder.ts';
import { rankFiles } from './rank-files.ts';

function folder(files: readonly string[]): string {
  const made = mkdtempSync(join(tmpdir(), 'toolthread-files-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(join(made, file, '..'), { recursive: true });
    writeFileSync(join(made, file), '');
  }
  return made;
}

/** Until the walk is over, however slow the machine is. */
async function found(workspace: string, words: string, leavesOut: readonly string[] = []): Promise<readonly string[]> {
  const { find } = fileFinder();
  for (;;) {
    const answer = await find(workspace, { words, limit: 10, leavesOut });
    if (!answer.ok) throw new Error(answer.problem);
    if (!answer.more) return answer.files;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('[issue 13] what fits best comes first: the name, then the path, then letters in order', async () => {
  const workspace = folder(['src/parser.ts', 'src/old-parser.ts', 'parser/index.ts', 'docs/p-a-r-s.md', 'README.md']);
  expect(await found(workspace, 'pars')).toEqual([
    'src/parser.ts',
    'src/old-parser.ts',
    'parser/index.ts',
    'docs/p-a-r-s.md',
  ]);
  expect(await found(workspace, 'READ')).toEqual(['README.md']);
});

test('[issue 13] links, ignored files and what the policy holds back are not named; nothing outside of the workspace is', async () => {
  const outside = folder(['secret.txt']);
  const workspace = folder(['a.txt', '.env', 'keys/id.pem', 'dist/out.txt', '.git/config', 'node_modules/x/a.txt']);
  writeFileSync(join(workspace, '.gitignore'), 'dist/\n');
  symlinkSync(outside, join(workspace, 'out'));
  symlinkSync(join(outside, 'secret.txt'), join(workspace, 'secret.txt'));
  expect(await found(workspace, '', ['.env', 'keys/**'])).toEqual(['a.txt', '.gitignore']);
  for (const words of ['../', '/etc', 'secret', outside]) expect(await found(workspace, words)).toEqual([]);
});

test('what came since is named after a while, and what went is not; a folder that is gone is refused in words', async () => {
  const workspace = folder(['one.txt']);
  let time = 0;
  const { find } = fileFinder(() => time);
  const names = async (): Promise<readonly string[]> => {
    const answer = await find(workspace, { words: '.txt', limit: 10, leavesOut: [] });
    return answer.ok ? answer.files : [answer.problem];
  };
  while ((await names()).length === 0) await new Promise((resolve) => setImmediate(resolve));
  rmSync(join(workspace, 'one.txt'));
  writeFileSync(join(workspace, 'two.txt'), '');
  time += 60_000;
  while ((await names()).join() !== 'two.txt') await new Promise((resolve) => setImmediate(resolve));
  rmSync(workspace, { recursive: true });
  expect((await names())[0]).toMatch(/^There is no/);
});

test('whatever is written: at most so many, each once, each of them one of the names', async () => {
  const name = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'B', '/', '.', 'é', '😀', '-') });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(name),
      fc.string({ maxLength: 4, unit: 'grapheme' }),
      fc.nat(5),
      async (names, words, limit) => {
        const { files, more } = await rankFiles(names, words, limit);
        expect(files.length).toBeLessThanOrEqual(limit);
        expect(new Set(files).size).toBe(files.length);
        expect(files.every((file) => names.includes(file))).toBe(true);
        if (words === '') expect(more).toBe(names.length > limit);
      },
    ),
  );
});

test('100,000 names are ranked in one go, and the best of them is the first', async () => {
  const names = Array.from({ length: 100_000 }, (_, n) => `packages/p${n % 100}/src/file-${n}.ts`);
  const { files, more } = await rankFiles([...names, 'packages/p1/src/needle.ts'], 'needle', 20);
  expect([files, more]).toEqual([['packages/p1/src/needle.ts'], false]);
});
