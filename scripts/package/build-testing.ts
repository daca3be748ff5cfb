import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';

const COMPILER = '--composite false --incremental false --declaration --emitDeclarationOnly --noCheck'.split(' ');

/**
 * The entry point of a package for tests of others, from the tests of our own: one file with all that it needs of `@toolthread/core/testing`, which is
 * not published, and the golden ledgers beside it, where that looks for them.
 */
export async function buildTesting(root: string, folder: string, source: string, to: string): Promise<void> {
  const from = dirname(join(folder, source));
  mkdirSync(to, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: [join(folder, source)],
    outfile: join(to, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    treeShaking: true,
    logLevel: 'error',
    plugins: [othersOutside],
  });
  const golden = join(root, 'packages/core/fixtures');
  for (const file of globSync('*.jsonl', { cwd: golden })) cpSync(join(golden, file), join(to, file));
  const emitted = mkdtempSync(join(to, '.emitted-'));
  try {
    await promisify(execFile)('tsc', ['-p', join(folder, 'tsconfig.test.json'), ...COMPILER, '--outDir', emitted]);
    const declared = join(emitted, from.slice(folder.length));
    for (const file of globSync('*.d.ts', { cwd: declared }))
      writeFileSync(join(to, basename(file)), withBuiltPaths(readFileSync(join(declared, file), 'utf8')));
  } finally {
    rmSync(emitted, { recursive: true });
  }
}

/** What is published is imported from where the stranger has it. */
const othersOutside: Plugin = {
  name: 'others-outside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.endsWith('/testing') ? undefined : { path, external: true },
    );
  },
};

/** From `test/contract` the sources are at `../../src`, from `dist/testing` what is built of them at `..`. */
function withBuiltPaths(declarations: string): string {
  return declarations.replace(/(?<=from ')(?:\.\.\/\.\.\/src|\.)(\/[^']*)\.ts(?=')/g, (all, path: string) =>
    all.startsWith('../') ? `..${path}.js` : `.${path}.js`,
  );
}
