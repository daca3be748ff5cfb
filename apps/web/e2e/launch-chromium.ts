import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Every page of a test is of one server: a process for each of them costs the processor, and tests nothing of ours.
  '--process-per-site',
];

/** A Chromium with nothing in it. The caller closes it. */
export function launchChromium(): Promise<Browser> {
  const executablePath = bringChromium();
  if (executablePath !== undefined) {
    const timeout = Number(process.env['TEST_PATIENCE'] ?? 30_000);
    return chromium.launch({ executablePath, args: flags, chromiumSandbox: false, timeout });
  }
  throw new Error(
    'No Chromium for the browser tests. Set CHROME to one, or install it: apt-get install chromium fonts-noto-color-emoji, ' +
      'or npx playwright-core install chromium-headless-shell.',
  );
}

/**
 * `CHROME`, the system's own, or playwright's; installed where that is possible without asking. A run of all tests calls it
 * before the first of them: of two that install at the same time, one fails.
 */
export function bringChromium(): string | undefined {
  const found = findChromium();
  if (found !== undefined) return found;
  install();
  return findChromium();
}

function findChromium(): string | undefined {
  const candidates = [
    process.env['CHROME'] ?? '',
    // The same engine without a window's user interface: a third less work for the processor.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  return candidates.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function install(): void {
  const root = process.getuid?.() === 0;
  console.error('installing a Chromium for the browser tests …');
  if (root && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update', '-qq');
    if (['chromium-headless-shell', 'chromium'].some(installPackage)) return;
  }
  run('npx', 'playwright-core', 'install', 'chromium-headless-shell');
}

function installPackage(name: string): boolean {
  return run('apt-get', 'install', '-y', '-qq', name, 'fonts-noto-color-emoji');
}

function run(command: string, ...args: string[]): boolean {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}
