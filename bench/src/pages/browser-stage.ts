/** Two pages of one Chromium, which work in turn: ours, and a peer's. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { median } from '../measure.ts';
import type { Work } from '../measure.ts';
import type { Measured } from '../case.ts';
import { peerModules } from './peers.ts';

/** A frame is made when there is something to show, not sixty times a second. */
const NO_WAITING = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Asks a page for a number: `ask('open()')`. */
type Ask = (expression: string) => Promise<number>;

interface Pages {
  /** A module of this folder, and one of `peers/`: they set the functions that are asked for. */
  readonly ours: string;
  readonly theirs: string;
}

export async function withPages<Result>(
  pages: Pages,
  measure: (sides: { readonly ours: Ask; readonly theirs: Ask }) => Promise<Result>,
): Promise<Result> {
  const browser = await launchChromium(NO_WAITING);
  try {
    const ours = await browser.newPage();
    const theirs = await browser.newPage();
    await open(ours, await bundle(pages.ours));
    await open(theirs, await bundle(join('peers', pages.theirs), peerModules()));
    return await measure({ ours: asks(ours), theirs: asks(theirs) });
  } finally {
    await browser.close();
  }
}

/** The one of this computer, or that of the tests. */
export function launchChromium(args: readonly string[]): Promise<Browser> {
  const executablePath =
    process.env['CHROME'] ?? BROWSERS.find((path) => existsSync(path)) ?? chromium.executablePath();
  return chromium.launch({ executablePath, args: ['--disable-gpu', ...args], chromiumSandbox: false });
}

const ROUNDS = 7;

/** Medians of rounds in turn. The ratio says how many times as long the peer takes. */
export function compareTimes(pages: Pages, before: string, expression: string): Promise<Measured> {
  return withPages(pages, async ({ ours, theirs }) => {
    const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
    await ours(before);
    await theirs(before);
    for (let round = 0; round < ROUNDS; round += 1) {
      times.ours.push(await ours(expression));
      times.theirs.push(await theirs(expression));
    }
    return { ours: 1000 / median(times.ours), theirs: 1000 / median(times.theirs) };
  });
}

/** `work(milliseconds)` of a page runs until then, and returns the units that it did. */
export function workOn(ask: Ask): Work {
  return (deadline) => ask(`work(${Math.max(0, deadline - performance.now())})`);
}

async function open(page: Page, { script, style }: Bundle): Promise<void> {
  await page.setContent(`<!doctype html><html lang="en"><body><main id="root"></main></body></html>`);
  await page.addStyleTag({ content: `${style}\n#root { height: 700px; display: flex; flex-direction: column; }` });
  await page.addScriptTag({ content: script, type: 'module' });
}

function asks(page: Page): Ask {
  return async (expression) => {
    const answer = await page.evaluate(expression);
    if (typeof answer !== 'number') throw new Error(`${expression} gives no number`);
    return answer;
  };
}

interface Bundle {
  readonly script: string;
  readonly style: string;
}

/** As it would be published: minified, and without the checks of a development build. A page has one React, its own. */
async function bundle(entry: string, modules?: string): Promise<Bundle> {
  const own = (name: string): string => join(modules ?? '', name);
  const theirs =
    modules === undefined
      ? {}
      : { nodePaths: [modules], alias: { react: own('react'), 'react-dom': own('react-dom') } };
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    write: false,
    outdir: '/',
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    minify: true,
    ...theirs,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const textOf = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: textOf('.js'), style: textOf('.css') };
}
