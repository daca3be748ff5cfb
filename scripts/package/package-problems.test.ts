import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { packPackages } from './pack-packages.ts';
import { packageProblems } from './package-problems.ts';

it('a file that is promised and missing, types that are not there, tests, no licence and too many bytes are told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-problems-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    'package.json': JSON.stringify({
      name: '@toolthread/bad',
      version: '1.0.0',
      type: 'module',
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './gone': { types: './dist/gone.d.ts', default: './dist/gone.js' },
        './untyped': './dist/untyped.js',
      },
    }),
    'dist/index.js': 'export const a = 1;',
    'dist/index.d.ts': 'export declare const a: number;',
    'dist/untyped.js': 'export const a = 1;',
    'dist/index.test.js': '',
    'src/index.ts': '',
    'fixtures/case.jsonl': '',
  };
  const built = join(folder, 'bad');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(built, file, '..'), { recursive: true });
    writeFileSync(join(built, file), text);
  }
  const [tarball] = await packPackages([{ name: 'bad', folder: built }], join(folder, 'tarballs'));
  if (tarball === undefined) throw new Error('nothing was packed');
  const problems = await packageProblems(tarball, { '@toolthread/bad.tgz': 10 });
  for (const words of [
    /dist\/gone\.js but the file does not exist/,
    /types: UntypedResolution \.\/untyped/,
    /LICENSE is missing/,
    /README\.md is missing/,
    /dist\/index\.test\.js does not belong/,
    /src\/index\.ts does not belong/,
    /fixtures\/case\.jsonl does not belong/,
    /\d+ bytes, limit 10/,
  ])
    expect(problems).toContainEqual(expect.stringMatching(words));
  expect(await packageProblems(tarball, {})).toContainEqual(expect.stringContaining('no limit'));
});
