/**
 * `npm run check:packages`: the packages as a stranger has them from the registry. What `scripts/packages.test.ts` does without a network is
 * not done again; this is the real install, the other Nodes, and the tools of others. Linux only, because of those Nodes.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { doorsOf } from './check/sources/doors-of.ts';
import { buildPackages } from './package/build-packages.ts';
import { packPackages, type Tarball } from './package/pack-packages.ts';
import { scriptOptions } from './script-options.ts';
import { storeExample } from './package/readme-example.ts';
import { CLIENT, DESCRIBE, NEXT_WORDS, strangerProjects } from './package/stranger-projects.ts';

const USAGE = `npm run check:packages

Installs the packed packages from the registry, on Node 20, 22 and 24, with Vite and Next. It takes no options.`;
scriptOptions(USAGE, {});

const root = join(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'toolthread-check-packages-'));
const modules = join(work, 'node_modules');
/** The program is installed apart, and alone. */
const alone = join(work, 'alone');
const run = promisify(execFile);
const OTHERS = [
  'ai@7.0.169',
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
  'vite@8.3.4',
  '@vitejs/plugin-react@6.3.0',
  'vitest@5.1.0',
  'fast-check@4.10.2',
];
/** The oldest of each that is promised: 20 for what runs in a browser too, and 22.16 for the rest. */
/** Those that come with Node 22 and 24. */
const NPMS = { npm10: '10.9.2', npm11: '11.6.0' };
const NODES = { node20: '20.0.0', node22: '22.16.0' };
const ON_NODE_20 = /^@toolthread\/(core|client|react)\b/;

try {
  await part('build and pack', async () => {
    const tarballs = await packPackages(await buildPackages(root, join(work, 'built')), join(work, 'tarballs'));
    writeFileSync(join(work, 'package.json'), '{ "name": "stranger", "private": true }');
    const nodes = Object.entries(NODES).map(([name, version]) => `${name}@npm:node-linux-${process.arch}@${version}`);
    const npms = Object.entries(NPMS).map(([name, version]) => `${name}@npm:npm@${version}`);
    const args = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...tarballs.filter((one) => !isProgram(one)).map(({ path }) => path),
    ];
    await run('npm', [...args, ...OTHERS, ...nodes, ...npms], { cwd: work });
    mkdirSync(alone);
    writeFileSync(join(alone, 'package.json'), '{ "name": "alone", "private": true }');
    await run('npm', [...args.slice(0, 4), ...tarballs.filter(isProgram).map(({ path }) => path)], { cwd: alone });
    for (const npm of Object.keys(NPMS)) {
      const cli = join(modules, npm, 'bin/npm-cli.js');
      const globally = ['install', '--global', '--prefix', join(work, npm), '--no-audit', '--no-fund'];
      await run(process.execPath, [cli, ...globally, ...tarballs.filter(isProgram).map(({ path }) => path)]);
    }
  });
  const doors = doorsOf(root)
    .filter(({ isPublic }) => isPublic)
    .map(({ name }) => name)
    // It opens in a run of vitest only: scripts/packages.test.ts has one.
    .filter((name) => !name.endsWith('/testing'));
  await part('Node 20: core, client and react by import', () =>
    doorsOn(
      'node20',
      doors.filter((name) => ON_NODE_20.test(name)),
      'import',
    ),
  );
  await part('Node 20: the program says which Node it needs', async () => {
    const ran = run(nodeOf('node20'), [join(alone, 'node_modules/toolthread/dist/main.js')]);
    expectWords(String(await ran.catch((error: unknown) => error)), ['Node 22.16 or newer is needed. This is Node 20']);
  });
  await part('Node 22.16: every entry point by import', () => doorsOn('node22', doors, 'import'));
  await part('Node 22.16: every entry point by require', () => doorsOn('node22', doors, 'require'));
  await part('Node 22.16: the ledger on SQLite keeps its contract', async () => {
    writeFileSync(
      join(work, 'store.test.ts'),
      storeExample(readFileSync(join(root, 'packages/store/README.md'), 'utf8')),
    );
    const { stdout } = await run(nodeOf('node22'), [join(modules, 'vitest/vitest.mjs'), 'run', 'store.test.ts'], {
      cwd: work,
    });
    expectWords(stdout, ['passed']);
  });
  const programs = [
    join(alone, 'node_modules'),
    ...Object.keys(NPMS).map((npm) => join(work, npm, 'lib/node_modules')),
  ];
  for (const [name, node] of [
    ['Node 22.16', nodeOf('node22')],
    ['Node 24', process.execPath],
  ] as const)
    for (const installed of programs)
      await part(`${name}: the program in ${relative(work, installed)}`, () => program(node, installed));
  await part('Vite', async () => {
    await tool('vite', 'vite/bin/vite.js', ['build', '--logLevel', 'warn']);
    expectWords(readFileSync(join(work, 'vite/dist/index.html'), 'utf8'), ['assets/index-']);
  });
  await part('Next: the words are in the HTML that the server writes', async () => {
    await tool('next', 'next/dist/bin/next', ['build']);
    expectWords(readFileSync(join(work, 'next/.next/server/app/index.html'), 'utf8'), NEXT_WORDS);
  });
  await part(
    'a client that is made from the description of the routes compiles, and refuses what the routes refuse',
    client,
  );
} finally {
  rmSync(work, { recursive: true });
}

function isProgram({ name }: Tarball): boolean {
  return name === 'toolthread';
}

async function part(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    console.log(`ok   ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAIL ${name}\n${error instanceof Error ? error.message : String(error)}`);
    for (const said of ['stdout', 'stderr'] as const) console.log(Object(error)[said] ?? '');
  }
}

function nodeOf(name: keyof typeof NODES): string {
  return join(modules, name, 'bin/node');
}

async function doorsOn(node: keyof typeof NODES, doors: readonly string[], way: 'import' | 'require'): Promise<void> {
  const open = way === 'import' ? 'await import(name)' : 'require(name)';
  const file = join(work, `doors-${way}.cjs`);
  writeFileSync(
    file,
    `(async () => { for (const name of ${JSON.stringify(doors)}) { ${open}; console.log(name); } })();`,
  );
  const { stdout } = await run(nodeOf(node), [file], { cwd: work });
  expectWords(stdout, doors);
}

/** With an older TypeScript, which the maker of the client needs: so it is installed apart. */
async function client(): Promise<void> {
  const cwd = join(work, 'client');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), '{ "name": "client", "private": true, "type": "module" }');
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', DESCRIBE], { cwd: work });
  writeFileSync(join(cwd, 'openapi.json'), stdout);
  writeFileSync(join(cwd, 'main.ts'), CLIENT);
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...install, 'openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'], { cwd });
  await run(process.execPath, ['node_modules/openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'paths.ts'], {
    cwd,
  });
  const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--allowImportingTsExtensions'];
  await run(process.execPath, ['node_modules/typescript/bin/tsc', ...strict, 'main.ts'], { cwd });
}

async function program(node: string, installed: string): Promise<void> {
  const toolthread = join(installed, 'toolthread/dist/main.js');
  writeFileSync(join(work, 'chat.json'), '[{"role":"user","content":"Who uses the parser?"}]');
  const options = { cwd: work, env: { HOME: work } };
  const { stdout: version } = await run(node, [toolthread, '--version'], options);
  expectWords(version, [JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version]);
  for (const args of [
    ['open', 'chat.json'],
    ['export', 'chat.json', '--to', 'html'],
  ])
    expectWords((await run(node, [toolthread, ...args], options)).stdout, ['Who uses the parser?']);
  const serving = run(node, [toolthread, 'serve', '--port', '0', '--no-open', '--data', join(work, 'data')], options);
  let said = '';
  serving.child.stdout?.on('data', (bytes) => (said += String(bytes)));
  while (!said.includes('http://') && serving.child.exitCode === null)
    await new Promise((done) => setTimeout(done, 50));
  const page = await fetch(/http:\/\/[^\s#]+/.exec(said)?.[0] ?? '');
  serving.child.kill();
  await serving;
  expectWords(await page.text(), ['<div id="root">']);
}

/** One of those projects, in a folder below the one where everything is installed. */
async function tool(project: keyof typeof strangerProjects, file: string, args: readonly string[]): Promise<void> {
  const folder = join(work, project);
  for (const [name, text] of Object.entries(strangerProjects[project])) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  await run(process.execPath, [join(modules, file), ...args], { cwd: folder, env });
}

function expectWords(text: string, words: readonly string[]): void {
  for (const word of words) if (!text.includes(word)) throw new Error(`"${word}" is not in it: ${text.slice(0, 500)}`);
}
