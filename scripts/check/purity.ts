import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { readManifest } from './sources/manifest.ts';

/** What would make the fold depend on where or when it runs. */
const forbidden = (
  'Date performance Math.random crypto Intl ' +
  'window document navigator self localStorage process Buffer require global globalThis ' +
  'fetch setTimeout setInterval setImmediate queueMicrotask console eval Function'
).split(' ');
const marker = '__impure__';

/** One line for each way in which `packages/core` is not pure. */
export async function checkPurity(root: string): Promise<string[]> {
  const core = join(root, 'packages/core');
  const files = globSync('src/**/*.ts', { cwd: core, exclude: ['**/*.test.ts'] });
  const uses = await Promise.all(files.map((file) => impureUses(core, file)));
  return [...dependencies(core), ...(await browserBundle(core, files)), ...uses.flat()];
}

function dependencies(core: string): string[] {
  const { dependencies, peerDependencies, optionalDependencies } = readManifest(core);
  return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }).map(
    (name) => `packages/core/package.json: depends on ${name}; core has no dependencies`,
  );
}

async function browserBundle(core: string, entryPoints: string[]): Promise<string[]> {
  try {
    const { metafile } = await build({
      absWorkingDir: core,
      entryPoints,
      bundle: true,
      splitting: true,
      platform: 'browser',
      format: 'esm',
      outdir: 'dist',
      write: false,
      metafile: true,
      logLevel: 'silent',
      external: ['node:*'],
    });
    return Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
      imports
        .filter(({ external, path }) => external === true || path.includes('node_modules'))
        .map(({ path }) => `packages/core/${file}: imports ${path}`),
    );
  } catch (error) {
    return [`packages/core does not bundle for a browser: ${String(error)}`];
  }
}

/** esbuild's `define` replaces free names only, so a local variable called `window` is no crime. */
async function impureUses(core: string, file: string): Promise<string[]> {
  const define = Object.fromEntries(forbidden.map((name) => [name, marker + name.replace('.', '_')]));
  const source = readFileSync(join(core, file), 'utf8');
  const { code } = await transform(source, { loader: 'ts', sourcefile: file, define, logLevel: 'silent' });
  return forbidden
    .filter((name) => new RegExp(`\\b${define[name]}\\b`).test(code))
    .map((name) => `packages/core/${file}: uses ${name}`);
}
