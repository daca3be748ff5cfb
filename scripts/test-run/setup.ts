/** Before the tests: the programs that they start by the hundred, as a few files each. To load their sources takes longer than most commands. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import type { Plugin } from 'esbuild';

const repository = join(import.meta.dirname, '../..');
/** By the variable that tells the tests where the compiled one is. */
const PROGRAMS = {
  TEST_CLI: 'apps/cli/src/main.ts',
  TEST_WEB_AGENT: 'apps/web/e2e/agent/main.ts',
  TEST_SERVER: 'packages/server/test/serve.ts',
};

/** What a source finds beside itself (a worker, a manifest, the page) is found beside the source. */
const sourcePlaces: Plugin = {
  name: 'source-places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    })),
};

const onlyOurs: Plugin = {
  name: 'only-ours',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@toolthread/') ? undefined : { path, external: true },
    ),
};

export async function setup(): Promise<() => void> {
  const cache = join(repository, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'programs-'));
  await build({
    absWorkingDir: repository,
    entryPoints: PROGRAMS,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    plugins: [sourcePlaces, onlyOurs],
    logLevel: 'warning',
  });
  await stop();
  for (const name of Object.keys(PROGRAMS)) process.env[name] = join(folder, `${name}.mjs`);
  return () => rmSync(folder, { recursive: true, force: true });
}
