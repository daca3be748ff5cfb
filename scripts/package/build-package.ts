import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { isPublished, TESTING } from '../check/sources/manifest.ts';
import { buildTesting } from './build-testing.ts';
import { compileSources } from './compile-sources.ts';
import type { PublicPackage } from './public-packages.ts';
import { publishedManifest } from './published-manifest.ts';

const run = promisify(execFile);

/** One package as it is published, made again in a folder: its manifest, what is built of its sources, README and licence. */
export async function buildPackage(
  root: string,
  { folder, manifest }: PublicPackage,
  version: string,
  to: string,
): Promise<void> {
  const from = join(root, folder);
  rmSync(to, { recursive: true, force: true });
  await compileSources(from, join(to, 'dist'));
  await bundleStyles(manifest.exports ?? {}, from, to);
  const testing = isPublished(TESTING, manifest) ? manifest.exports?.[TESTING] : undefined;
  if (testing !== undefined) await buildTesting(root, from, testing, join(to, 'dist/testing'));
  if (manifest.bin !== undefined)
    await finishProgram(root, Object.values(publishedManifest(manifest, version).bin ?? {}), to);
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(publishedManifest(manifest, version), undefined, 2)}\n`);
  copyFileSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
  copyFileSync(join(from, 'README.md'), join(to, 'README.md'));
}

/** One file, so that a page without a bundler can use it too; and a declaration, without which a compiler refuses the import. */
async function bundleStyles(exports: Record<string, string>, from: string, to: string): Promise<void> {
  const entryPoints = Object.values(exports).filter((source) => source.endsWith('.css'));
  if (entryPoints.length === 0) return;
  await build({
    entryPoints,
    absWorkingDir: from,
    outbase: 'src',
    outdir: join(to, 'dist'),
    bundle: true,
    logLevel: 'error',
  });
  for (const source of entryPoints)
    writeFileSync(join(to, `${source.replace('./src/', 'dist/')}.d.ts`), 'export {};\n');
}

/** The whole program: the page and the HTML writer are files of it. Nobody imports it, so it has no declarations. */
async function finishProgram(root: string, programs: readonly string[], to: string): Promise<void> {
  for (const file of globSync('dist/**/*.d.ts', { cwd: to })) rmSync(join(to, file));
  for (const program of programs) chmodSync(join(to, program), 0o755);
  mkdirSync(join(to, 'dist'), { recursive: true });
  const env = { ...process.env, NODE_ENV: 'production' };
  const page = ['build', '--outDir', join(to, 'dist/page'), '--logLevel', 'warn'];
  await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...page], {
    cwd: join(root, 'apps/web'),
    env,
  });
  await run(process.execPath, [join(root, 'scripts/build-html-writer.ts'), join(to, 'dist/html-writer.cjs')], { env });
}
