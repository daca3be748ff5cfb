/** Whoever goes up in a thread for the first time meets rows that nobody has measured: what is read stays where the wheel put it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { longLedger, mixedLedger } from './ledger-text.ts';
import { mixedSession } from './mixed-session.ts';
import { seedThread } from './seed-thread.ts';
import { stillScroller } from './page-state/still-scroller.ts';
import { withServer } from './with-server.ts';

/** In pixels: more than the list draws above what is in sight, less than what is in sight. */
const STEP = 400;
const STEPS = 70;
const NEAR_TOP = 10;

const threads = { whole: '', cut: '' };
const stage = withServer({
  program: 'demo',
  speed: 50,
  async seed(data) {
    threads.whole = await seedThread(data, 'Mixed', mixedLedger(40).slice(1));
    // The newest part of it, which is read first, is so low that the wheel comes to its beginning.
    const mixed = 19 * 320 + 1;
    const cut = [...mixedLedger(400).slice(1, mixed), ...longLedger(400).slice(mixed)];
    threads.cut = await seedThread(data, 'Cut', cut);
    const folder = join(data, 'home/.claude/projects/-home-me-shop');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '5f0c2b1e-1111-4222-8333-944455556666.jsonl'), mixedSession(60));
  },
});

test.each([
  ['that is here whole', 0, (page: Page) => page.goto(`${stage.server.url}/t/${threads.whole}`)],
  ['that is read from cuts', 1, (page: Page) => page.goto(`${stage.server.url}/t/${threads.cut}`)],
  ['that another agent left', 0, (page: Page) => page.getByRole('button', { name: /Question 0.*Claude Code/ }).click()],
])('[issue 13] in a thread %s nothing jumps by more than 2 px while the wheel goes up', async (_, parts, open) => {
  for (const [width, height] of [
    [1280, 900],
    [400, 800],
  ] as const) {
    const page = await stage.enter({ viewport: { width, height } });
    await page.locator('.first-words').waitFor();
    await open(page);
    await page.locator('.tt-answer').last().waitFor();
    await stillScroller(page);
    await page.locator('.tt-scroller').hover();
    const read: string[] = [];
    page.on('request', (request) => request.url().includes('/cut?') && read.push(request.url()));
    const jumps: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const jump = await wheelUp(page);
      if (jump === 'top') break;
      if (Math.abs(jump) > 2) jumps.push(`${width} px wide, turn ${step} of the wheel: ${jump} px`);
    }
    expect(jumps).toEqual([]);
    expect(read.length).toBeGreaterThanOrEqual(parts);
  }
});

/** Turns the wheel once; how far an item that was in sight went beside the wheel. */
async function wheelUp(page: Page): Promise<number | 'top'> {
  const before = await inSight(page);
  const by = Math.max(0, Math.min(STEP, before.scrollTop - NEAR_TOP));
  if (by > 0) await page.mouse.wheel(0, -by);
  else if ((await page.getByText('Show earlier turns').count()) === 0) return 'top';
  // They are being read, for the row that stands for them is in sight.
  else await expect.poll(async () => (await inSight(page)).scrollTop).toBeGreaterThan(STEP);
  await stillScroller(page, 6);
  const after = new Map((await inSight(page)).tops);
  const [index, top] = before.tops.find(([each]) => after.has(each)) ?? ['', 0];
  return (after.get(index) ?? Infinity) - top - by;
}

interface InSight {
  readonly scrollTop: number;
  /** The index of each item of which something is in sight, and where it begins. */
  readonly tops: readonly (readonly [string, number])[];
}

function inSight(page: Page): Promise<InSight> {
  return page.locator('.tt-scroller').evaluate((scroller) => {
    const frame = scroller.getBoundingClientRect();
    const tops = [...scroller.querySelectorAll<HTMLElement>('.tt-item[data-index]')].flatMap((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      const isSeen = bottom > frame.top && top < frame.bottom;
      return isSeen ? [[item.dataset['index'] ?? '', top] as const] : [];
    });
    return { scrollTop: scroller.scrollTop, tops };
  });
}
