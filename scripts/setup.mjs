// `node scripts/setup.mjs FILE ARGUMENTS…` installs what is missing and runs the file on the Node that comes with it. It runs on
// whatever Node the machine has, before anything is installed: plain JavaScript, no dependency. No script of npm's runs by
// itself (.npmrc), so that none of a dependency does: hence it is called by name, and not as `prestart`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// `import.meta.dirname` came with 20.11 only.
const root = fileURLToPath(new URL('..', import.meta.url));
const lock = join(root, 'package-lock.json');
// npm writes this file at the end of every install.
const installed = join(root, 'node_modules', '.package-lock.json');

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.error('installing dependencies (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

// npm 10 takes the link to the bundled Node away again, with the one for the other kind of processor.
const bundled = join('node-linux-' + process.arch, 'bin', 'node');
const link = join(root, 'node_modules', '.bin', 'node');
if (existsSync(join(root, 'node_modules', bundled)) && !existsSync(link)) symlinkSync(join('..', bundled), link);

// A bundled Node comes with the install on Linux only; elsewhere the machine's own must be new enough.
const PATH = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
const { status } = spawnSync('node', ['-e', 'process.exit(process.features.typescript ? 0 : 1)'], {
  env: { ...process.env, PATH },
});
if (status !== 0) {
  console.error("Toolthread's sources run on Node 24 (22.18 at least). Install it from nodejs.org and try again.");
  process.exit(1);
}

const child = spawn('node', process.argv.slice(2), { env: { ...process.env, PATH }, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // Ctrl-C reaches both; what is sent to this process alone is passed on. It ends when the other has.
  process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
}
// A shell between npm and this one does not pass a signal on: who started it is gone, and so is the reason to serve.
const parent = process.ppid;
setInterval(() => (process.ppid === parent ? undefined : child.kill('SIGTERM')), 500).unref();
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
