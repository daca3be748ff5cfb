/**
 * The packages as a stranger has them: packed, installed into an empty project outside of the repository, used. No network: what others
 * wrote is linked from here. `npm run check:packages` does the same with a real install, on every Node, with Vite and with Next.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, transform } from 'esbuild';
import { launchChromium } from '@toolthread/web/e2e/launch-chromium.ts';
import type { Browser } from 'playwright-core';
import * as vite from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { doorsOf } from './check/sources/doors-of.ts';
import { Modules } from './check/sources/modules.ts';
import { type BuiltPackage, buildPackages } from './package/build-packages.ts';
import { inside } from './package/inside.ts';
import { type InstalledProject, installedProject } from './package/installed-project.ts';
import { exampleVisits } from './package/example-visits.ts';
import { packageProblems } from './package/package-problems.ts';
import { packPackages, type Tarball } from './package/pack-packages.ts';
import { printedServer, type PrintedServer, TOKEN } from './package/printed-server.ts';
import { publicPackages } from './package/public-packages.ts';
import { readmeExample, storeExample } from './package/readme-example.ts';

const root = join(import.meta.dirname, '..');
const packages = publicPackages(root);
const doors = doorsOf(root).filter(({ isPublic }) => isPublic);
/** These run in a browser: nothing of Node is in them. */
const FOR_BROWSERS = /^@toolthread\/(core|client|react$|transcripts\/)/;

const OF_OTHERS = [
  'ai',
  '@ai-sdk/react',
  'typescript',
  'vite',
  'zod',
  '@types/node',
  '@types/react',
  '@types/react-dom',
];

const hasPython = spawnSync('python3', ['-c', 'import urllib.request']).status === 0;

const work = mkdtempSync(join(tmpdir(), 'toolthread-packages-'));
let built: readonly BuiltPackage[];
let tarballs: readonly Tarball[];
/** Every library; and, apart, the program alone. */
let project: InstalledProject;
let program: InstalledProject;

beforeAll(async () => {
  built = await buildPackages(root, join(work, 'built'));
  tarballs = await packPackages(built, join(work, 'tarballs'));
  const isProgram = ({ name }: Tarball): boolean => name === 'toolthread';
  program = installedProject(root, tarballs.filter(isProgram), []);
  const libraries = tarballs.filter((one) => !isProgram(one));
  project = installedProject(root, libraries, OF_OTHERS);
  cpSync(join(root, 'examples'), join(project.folder, 'examples'), { recursive: true });
});
afterAll(() => {
  project.remove();
  program.remove();
  rmSync(work, { recursive: true });
});

const run = promisify(execFile);
describe('a tarball', () => {
  it.each(packages.map(({ manifest }) => manifest.name))(
    '%s holds what it should, and publint has nothing to say',
    async (name) => {
      const tarball = tarballs.find((one) => one.name === name);
      const limits = JSON.parse(readFileSync(join(root, 'size-limits.json'), 'utf8'));
      expect(tarball === undefined ? ['not packed'] : await packageProblems(tarball, limits)).toEqual([]);
    },
  );

  it('names no place of the machine that built it', async () => {
    const { stdout } = await run('grep', ['-rlF', '-e', root, '-e', work, work]).catch(() => ({ stdout: '' }));
    expect(stdout.split('\n').filter((file) => file !== '')).toEqual([]);
  });

  it('has source maps that hold their sources, and none of types', () => {
    const map = JSON.parse(
      readFileSync(join(project.folder, 'node_modules/@toolthread/react/dist/thread/thread-view.js.map'), 'utf8'),
    );
    expect(map.sources).toEqual(['../../src/thread/thread-view.tsx']);
    expect(map.sourcesContent[0]).toBe(readFileSync(join(root, 'packages/react/src/thread/thread-view.tsx'), 'utf8'));
    const types = join(project.folder, 'node_modules/@toolthread/client/dist/thread-connection.js');
    expect([types, `${types}.map`].map((file) => existsSync(file))).toEqual([true, false]);
  });
});

describe('installed, on Node 24', () => {
  // The entry point for tests loads only in a run of vitest.
  const opened = doors.filter(({ name }) => !name.endsWith('/testing'));
  const names = JSON.stringify(opened.map(({ name }) => name));

  it('every entry point loads by import and by require, and gives the same', async () => {
    writeFileSync(
      join(project.folder, 'doors.cjs'),
      `(async () => {
        for (const name of ${names}) {
          const required = require(name);
          if (required !== (await import(name))) console.log(name, 'is loaded twice');
          console.log(name, Object.keys(required).length > 0 || /(events|answers|rules)$/.test(name));
        }
      })();`,
    );
    const { stdout, stderr } = await inside(project, process.execPath, ['doors.cjs']);
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toEqual(opened.map(({ name }) => `${name} true`));
  });

  it('entry points for our own tests are not published', async () => {
    const { stdout } = await inside(project, process.execPath, [
      '-p',
      `try { require('@toolthread/core/testing') } catch (error) { error.code }`,
    ]);
    expect(stdout.trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });

  it('a program and a thread of their own are found: the watcher of processes, and the comparison of long texts', async () => {
    writeFileSync(
      join(project.folder, 'own-programs.mjs'),
      `import { existsSync, globSync, readFileSync } from 'node:fs';
      import { fileURLToPath } from 'node:url';
      import { diffOf, shellTool } from '@toolthread/agent';
      const kept = new Map();
      const blobs = { put: async (bytes) => (kept.set(String(kept.size), bytes), String(kept.size - 1)), get: async (id) => kept.get(id) };
      const text = (word) => new TextEncoder().encode(Array.from({ length: 400 }, (_, i) => (i % 9 ? i : word) + '\\n').join(''));
      const files = [{ path: 'a.txt', before: await blobs.put(text('old')), after: await blobs.put(text('new')) }];
      console.log((await diffOf(files, blobs)).includes('+new'));
      const accepted = await shellTool({ sandbox: 'off' }).accept({ command: 'true' });
      const { signal } = new AbortController();
      await accepted.execute({ workspace: process.cwd(), signal, approved: true, output: () => undefined, leavesOut: async () => [] });
      const watcher = fileURLToPath(new URL('sandbox/watcher-main.js', import.meta.resolve('@toolthread/agent')));
      const commands = globSync('/proc/[0-9]*/cmdline').map((file) => {
        try { return readFileSync(file, 'utf8'); } catch { return ''; }
      });
      console.log(existsSync(watcher) && commands.some((command) => command.includes(watcher)));`,
    );
    const { stdout, stderr } = await inside(project, process.execPath, ['own-programs.mjs']);
    expect([stdout, stderr]).toEqual(['true\ntrue\n', '']);
  });
});

/** What the compiler says, strictly, with every declaration checked. */
async function compile(
  folder: string,
  types: readonly string[],
  include: readonly string[],
  lib: readonly string[] = ['ES2023', 'DOM', 'DOM.Iterable'],
): Promise<string> {
  const checked = { strict: true, skipLibCheck: false, noEmit: true };
  const compilerOptions = { module: 'nodenext', target: 'es2023', lib, types, jsx: 'react-jsx', ...checked };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  // Several checkers at once would each learn the same types.
  const { stdout } = await inside(project, 'tsc', ['-p', folder, '--checkers', '1']).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout;
}

describe("a package's README", () => {
  const examples = packages.map(({ folder, manifest }) => {
    const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
    return { name: manifest.name, readme, example: readmeExample(readme) };
  });

  it.each(examples)('$name: its example prints what it says', async ({ name, example }) => {
    if (example === undefined) throw new Error(`the README of ${name} has no example`);
    const ran =
      example.language === 'sh' ? inside(program, 'sh', ['-e', '-c', example.code]) : runModule(name, example.code);
    expect(await ran).toEqual({ stdout: example.printed, stderr: '' });
  });

  it.each(examples)('$name: the names that matter are there', ({ name, readme }) => {
    const modules = new Modules(root);
    const names = new Set(
      doors.filter((door) => door.name.startsWith(name)).flatMap(({ file }) => modules.names(file)),
    );
    const said = readme
      .split('\n')
      .flatMap((line) => /^\| (.*?) \|/.exec(line)?.[1]?.match(/(?<=`)[A-Za-z_]\w+(?=`)/g) ?? []);
    expect(name === 'toolthread' ? [] : said.filter((one) => !names.has(one))).toEqual([]);
  });

  it('@toolthread/store: the store of its README passes the contract of a ledger; one that forgets who writes does not', async () => {
    const readme = examples.find(({ name }) => name === '@toolthread/store')?.readme ?? '';
    const store = storeExample(readme);
    writeFileSync(join(project.folder, 'counting-store.test.ts'), store);
    const broken = 'after another claim, a run can write nothing';
    const only = `beforeEach(({ task, skip }) => skip(!task.name.includes('${broken}')));`;
    const forgetful = `${store.replace('drafts, options);', 'drafts);')}\nimport { beforeEach } from 'vitest';\n${only}`;
    writeFileSync(join(project.folder, 'forgetful.test.ts'), forgetful);
    // Both at once: to start costs as much as many of the tests.
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'counting-store', 'forgetful'];
    const both = inside(project, process.execPath, vitest, { NO_COLOR: '1' });
    const said = String(Object(await both.catch((error: unknown) => error)).stdout);
    expect(said).toMatch(/✓ counting-store\.test\.ts \(\d{3} tests\)/);
    expect(said).toMatch(new RegExp(`× .*${broken}`));
    expect(said).toMatch(/Tests +1 failed/);
  });

  it('the examples compile, those of examples/ too, strictly, with every declaration checked; so does an import of every entry point', async () => {
    for (const { name, example } of examples)
      if (example !== undefined && example.language !== 'sh')
        writeFileSync(join(project.folder, moduleName(name, 'tsx')), example.code);
    writeFileSync(
      join(project.folder, 'doors.ts'),
      [
        "import '@toolthread/react/styles.css';",
        "import '@toolthread/react/unlayered.css';",
        ...doors.map(({ name }, i) => `export * as door${i} from '${name}';`),
      ].join('\n'),
    );
    writeFileSync(join(project.folder, 'package.json'), '{ "type": "module" }');
    expect(await compile(project.folder, ['node'], ['*.ts', '*.tsx', 'examples'])).toBe('');
  });

  it('[12.7] what runs in a browser needs no types of Node: core, client, react, and what a server answers', async () => {
    const named = doors.filter(({ name }) => /^@toolthread\/(?:core|client|react|server\/answers)\b/.test(name));
    const folder = join(project.folder, 'without-node');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'main.ts'),
      named.map(({ name }, i) => `export * as door${i} from '${name}';`).join('\n'),
    );
    expect(await compile(folder, [], ['main.ts'])).toBe('');
  });

  it('what draws no page needs no types of a page', async () => {
    // The tests of a store bring those of vitest; the types of models of the AI SDK are the SDK's.
    const named = doors.filter(({ name }) => !/^@toolthread\/react\b|\/testing$|\/ai-sdk$/.test(name));
    const folder = join(project.folder, 'without-page');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'main.ts'),
      named.map(({ name }, i) => `export * as door${i} from '${name}';`).join('\n'),
    );
    expect(await compile(folder, ['node'], ['main.ts'], ['ES2023'])).toBe('');
  });
});

describe('in a browser', () => {
  it.each(doors.map(({ name }) => name).filter((name) => FOR_BROWSERS.test(name)))(
    '%s is bundled, and imports nothing of Node',
    async (name) => {
      const { metafile } = await build({
        stdin: { contents: `export * from '${name}'`, resolveDir: project.folder },
        bundle: true,
        format: 'esm',
        platform: 'browser',
        outdir: work,
        splitting: true,
        write: false,
        metafile: true,
        logLevel: 'silent',
      });
      expect(
        Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(({ external }) => external)),
      ).toEqual([]);
      expect(Object.keys(metafile.inputs).filter((file) => /repository|\.ts$/.test(file))).toEqual([]);
    },
  );
});

describe('the program', () => {
  it('installed alone, says its version', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect((await inside(program, 'toolthread', ['--version'])).stdout).toBe(`${version}\n`);
  });

  it('opens a session, and writes it as HTML', async () => {
    writeFileSync(join(program.folder, 'chat.json'), '[{"role":"user","content":"Who uses the parser?"}]');
    expect((await inside(program, 'toolthread', ['open', 'chat.json'])).stdout).toContain('Who uses the parser?');
    const { stdout } = await inside(program, 'toolthread', ['export', 'chat.json', '--to', 'html']);
    expect(stdout).toContain('<!doctype html>');
    expect(stdout).toContain('Who uses the parser?');
    expect(stdout).toContain('.tt-');
  });

  it('takes paths from where a script of the project runs', async () => {
    const ran = inside(program, 'toolthread', ['open', 'chat.json'], {
      INIT_CWD: tmpdir(),
      npm_package_json: join(program.folder, 'package.json'),
    });
    expect((await ran).stdout).toContain('Who uses the parser?');
  });

  it('serves its page, every file of it', async () => {
    const { url, stop } = await served();
    const page = await (await fetch(url)).text();
    expect(page).toContain('<div id="root">');
    const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect((await fetch(new URL(`${file}`, url))).status).toBe(200);
    expect(await stop()).toBe('');
  });

  it('says in words that its page is missing', async () => {
    const page = join(program.folder, 'node_modules/toolthread/dist/page');
    renameSync(page, `${page}-away`);
    onTestFinished(() => renameSync(`${page}-away`, page));
    const { url, stop } = await served();
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining('files of its page are missing'),
    ]);
    expect(await stop()).toContain('The page is missing from this installation. Install toolthread again.');
  });
});

describe('an example', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  it.each(Object.entries(exampleVisits))(
    '%s: its page is built by Vite, and does what it says',
    async (name, visit) => {
      const folder = join(project.folder, 'examples', name);
      await vite.build({ root: folder, logLevel: 'error' });
      // Its server works in the folder, and as long as its process.
      const program = join(root, 'node_modules/vite/bin/vite.js');
      const args = [program, 'preview', '--host', '127.0.0.1', '--port', '0'];
      const { url } = await printedServer(folder, process.execPath, args);
      const page = await browser.newPage();
      onTestFinished(() => page.close());
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.goto(url);
      await visit(page);
      expect(errors).toEqual([]);
    },
  );

  it('text-bot: it prints what its README says', async () => {
    const folder = join(project.folder, 'examples/text-bot');
    const example = readmeExample(readFileSync(join(folder, 'README.md'), 'utf8'));
    expect(await run(process.execPath, ['bot.mjs'], { cwd: folder })).toEqual({ stdout: example?.printed, stderr: '' });
  });

  it.skipIf(!hasPython)(
    'python-agent: it counts the words of each message, also of two that come at once',
    async () => {
      const { url } = await served();
      const agent = spawn(
        'python3',
        [join(project.folder, 'examples/python-agent/agent.py'), url.replace(/\/$/, ''), TOKEN],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      onTestFinished(async () => {
        agent.kill('SIGKILL');
        await once(agent, 'close');
      });
      const thread = new URL(`/api/threads/${String(await once(agent.stdout, 'data')).trim()}`, url).href;
      const headers = {
        authorization: `Bearer ${TOKEN}`,
        accept: 'application/json',
        'content-type': 'application/json',
      };
      const read = async (rest: string): Promise<string> => (await fetch(`${thread}${rest}`, { headers })).text();
      const say = (text: string): Promise<Response> =>
        fetch(`${thread}/messages`, { method: 'POST', headers, body: JSON.stringify({ text }) });
      await Promise.all([say('one two three'), say('hello')]);
      for (const words of ['Your message has 3 words.', 'Your message has 1 word.', '"count_words"'])
        await expect.poll(() => read('/messages')).toContain(words);
      await expect
        .poll(async () => JSON.parse(await read('')))
        .toMatchObject({ status: 'completed', calls: 2, failed: 0 });
    },
  );
});

/** `toolthread serve` alone; `stop` gives what it said on its error output. */
function served(): Promise<PrintedServer> {
  const data = mkdtempSync(join(work, 'data-'));
  const args = ['serve', '--port', '0', '--no-open', '--data', data];
  return printedServer(program.folder, join(program.folder, 'node_modules/.bin/toolthread'), args);
}

function moduleName(name: string, extension: string): string {
  return `${name.replace('@toolthread/', '')}.${extension}`;
}

async function runModule(name: string, source: string): Promise<{ stdout: string; stderr: string }> {
  const { code } = await transform(source, { loader: 'tsx', jsx: 'automatic' });
  writeFileSync(join(project.folder, moduleName(name, 'mjs')), code);
  return inside(project, process.execPath, [moduleName(name, 'mjs')]);
}
