/**
 * Before the tests: the programs that they start by the hundred, as a few files each (to load their sources takes longer than most
 * commands), and the place of a database that those who need one copy.
 */
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import type { Plugin } from 'esbuild';

const repository = join(import.meta.dirname, '../..');
/** By the variable that tells the tests where the compiled one is. */
const PROGRAMS = {
  TEST_CLI: 'apps/cli/src/main.ts',
  TEST_WEB_AGENT: 'apps/web/e2e/agent/main.ts',
  TEST_SERVER: 'packages/server/test/serve.ts',
  TEST_DYING_SERVER: 'packages/server/test/serve-and-die.ts',
  TEST_COMMANDS: 'packages/agent/test/run-commands-main.ts',
  TEST_FLOOD: 'packages/agent/test/flood.ts',
  TEST_WAITING: 'packages/agent/test/run-and-wait.ts',
  TEST_MCP_SERVER: 'packages/agent/test/mcp-server/stdio.ts',
  TEST_APPENDS: 'packages/store/test/append-until-killed.ts',
  TEST_RESTORE: 'packages/store/test/restore-until-killed.ts',
  TEST_MIGRATION: 'packages/store/test/migrate-until-killed.ts',
  TEST_NODE: 'scripts/chaos/node-main.ts',
};

/** What the programs start beside themselves: threads, and the watcher. */
const STARTED = globSync('{packages,apps}/*/src/**/*-{worker,main}.ts', { cwd: repository }).map((file) =>
  file.replace(/\.ts$/, ''),
);

/** What a source finds beside itself (a manifest, the page) is found beside the source; what it starts is compiled, too. */
const places = (folder: string): Plugin => ({
  name: 'places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      const compiled = join(folder, relative(repository, path).replace(/\.ts$/, '.js'));
      const starts = STARTED.some((one) =>
        [`'./${basename(one)}`, `\`${basename(one)}`].some((by) => contents.includes(by)),
      );
      const place = starts ? compiled : path;
      return {
        loader: 'ts',
        contents: contents
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(place)))
          .replaceAll('import.meta.filename', JSON.stringify(place))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href)),
      };
    }),
});

/** Of others, those of many small files: to find and read them takes a third of the start of a server. */
const COMPILED = /^(?:@toolthread\/|(?:zod|hono|@hono\/node-server|diff|entities|string-width)(?:\/|$))/;

const oursAndSmall: Plugin = {
  name: 'ours-and-small',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) =>
      kind === 'entry-point' || COMPILED.test(path) || /\/node_modules\/(?!@toolthread\/)/.test(importer)
        ? undefined
        : { path, external: true },
    ),
};

export async function setup(): Promise<() => void> {
  const cache = join(repository, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  for (const left of globSync('programs-*', { cwd: cache }))
    if (!isRunning(Number(left.split('-')[1]))) rmSync(join(cache, left), { recursive: true, force: true });
  const folder = mkdtempSync(join(cache, `programs-${process.pid}-`));
  // Some are run as another user.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  await build({
    absWorkingDir: repository,
    entryPoints: { ...PROGRAMS, ...Object.fromEntries(STARTED.map((one) => [one, `${one}.ts`])) },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    plugins: [places(folder), oursAndSmall],
    logLevel: 'warning',
  });
  await stop();
  for (const name of Object.keys(PROGRAMS)) process.env[name] = join(folder, `${name}.js`);
  // Filled by the first test that needs a database; for its user to read.
  const shared = mkdtempSync(join(realpathSync(tmpdir()), 'pg-'));
  chmodSync(shared, 0o711);
  process.env['TEST_POSTGRES'] = join(shared, 'made');
  return () => {
    for (const made of [folder, shared]) rmSync(made, { recursive: true, force: true });
  };
}

/** A run that was killed has left its folder to the next one. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
