import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

function run(
  script: string,
  ...args: string[]
): { readonly code: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

/** Every script of npm's but `start`, which has the options of `toolthread serve`. */
const SCRIPTS: readonly (readonly [string, string])[] = [
  ['cluster.ts', 'npm run cluster -- [--'],
  ['chaos.ts', 'npm run chaos -- [--'],
  ['explore.ts', 'npm run explore -- [--'],
  ['../bench/src/main.ts', 'npm run bench -- [NAME…] [--'],
  ['test.ts', 'npm test -- [NAME…]'],
  ['check.ts', 'npm run check'],
  ['check-packages.ts', 'npm run check:packages'],
  ['build.ts', 'npm run build'],
  ['release.ts', 'npm run release -- [--'],
  ['reference.ts', 'npm run reference'],
  ['measure-commentary.ts', 'scripts/measure-commentary.ts FOLDER'],
  ['check-sessions.ts', 'scripts/check-sessions.ts FOLDER'],
];

test('every script of npm is among them', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  const files = Object.values<string>(scripts).flatMap((line) => /setup\.mjs (\S+)/.exec(line)?.[1] ?? []);
  const others = ['scripts/start.ts', 'apps/cli/src/main.ts'];
  expect(new Set(files).difference(new Set(others)).difference(new Set(SCRIPTS.map(([file]) => pathOf(file))))).toEqual(
    new Set(),
  );
});

const pathOf = (file: string): string => join('scripts', file);

test.each(SCRIPTS)('%s says what it takes where something is not understood: no stack', (file, usage) => {
  const wrong = run(file, '--no-such-thing');
  expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringContaining(usage) });
  expect(wrong.err).toContain('--no-such-thing');
  expect(wrong.err).not.toMatch(/^\s+at /m);
});

// All others ask the same function as the first, for what is not understood and for this.
test.each(SCRIPTS.filter(([file]) => file === 'cluster.ts' || file.startsWith('../bench')))(
  '%s --help says what it takes',
  (file, usage) => {
    expect(run(file, '--help')).toMatchObject({ code: 0, err: '', out: expect.stringContaining(usage) });
  },
);

test('a number that is none is refused before anything is started', () => {
  expect(run('cluster.ts', '--no-page', '--nodes', 'three')).toMatchObject({
    code: 2,
    err: expect.stringContaining('"three" is no number'),
  });
});
