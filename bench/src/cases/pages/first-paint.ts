import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Case } from '../../case.ts';
import { turnsLedger } from '../../load/turns-ledger.ts';
import { median } from '../../measure.ts';
import { launchChromium } from '../../pages/browser-stage.ts';
import { serveProgram } from '../../pages/served-program.ts';

const EVENTS = 1_000_000;
const SHORT = 1_000;
const ROUNDS = 7;

/** The program itself, from the navigation until the last words of the newest turn are in the page. */
export const firstPaint: Case = {
  name: 'first-paint',
  unit: 'ms until the newest turn of a long thread is in the page, over a thread of 1,000 events',
  target: { at: 'most', ratio: 2 },
  async run({ events = EVENTS }) {
    const data = await mkdtemp(join(tmpdir(), 'toolthread-bench-'));
    const threads = await turnsLedger(join(data, 'ledger.db'), [events, SHORT]);
    const [long, short] = threads;
    if (long === undefined || short === undefined) throw new Error('there are two threads');
    const program = await serveProgram(data);
    const browser = await launchChromium([]);
    try {
      const page = await browser.newPage();
      await page.goto(program.address);
      await page.locator('textarea').waitFor();
      const open = (thread: typeof long): Promise<number> =>
        opened(page, `${program.url}/t/${thread.id}`, thread.lastWords);
      // The first time its cuts are made.
      const first = await open(long);
      await open(short);
      const times: { long: number[]; short: number[] } = { long: [], short: [] };
      const heaps = { long: 0, short: 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        times.long.push(await open(long));
        heaps.long = await heapOf(page);
        times.short.push(await open(short));
        heaps.short = await heapOf(page);
      }
      const note = `of ${events} events; the very first time ${Math.round(first)} ms; memory of the tab ${heaps.long} MB and ${heaps.short} MB`;
      return { ours: median(times.long), theirs: median(times.short), note };
    } finally {
      await browser.close();
      await program.close();
      await rm(data, { recursive: true, force: true });
    }
  },
};

const PATIENCE_MS = 600_000;

async function opened(page: Page, address: string, words: string): Promise<number> {
  // Another document, so that all is loaded again, from the browser's cache as for a person who comes again.
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.tt-scroller', { hasText: words }).waitFor({ timeout: PATIENCE_MS });
  return page.evaluate(() => performance.now());
}

/** What is reachable, in MB. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return Math.round(usedSize / 1e5) / 10;
}
