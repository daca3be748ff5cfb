import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What others' pages are made of. They are installed when a case needs them, not by every `npm ci`. */
const PEERS = {
  '@assistant-ui/react': '0.15.20',
  '@assistant-ui/react-markdown': '0.14.16',
  '@tanstack/react-virtual': '3.14.26',
  '@vscode/ripgrep': '1.18.0',
  react: '19.3.1',
  'react-dom': '19.3.1',
  'remark-gfm': '4.0.1',
  streamdown: '2.7.1',
};

const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/bench-peers');

/** The folder of the peers' packages. The first time it takes the network, and half a minute. */
export function peerModules(): string {
  const wanted = `${JSON.stringify({ private: true, dependencies: PEERS }, null, 2)}\n`;
  const manifest = join(FOLDER, 'package.json');
  const modules = join(FOLDER, 'node_modules');
  if (existsSync(modules) && readFileSync(manifest, 'utf8') === wanted) return modules;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(manifest, wanted);
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', '--loglevel=error'],
    { cwd: FOLDER, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the peers could not be installed: ${stderr}`);
  return modules;
}
