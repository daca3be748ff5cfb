import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lowContrast } from './low-contrast.ts';
import { say, threadIdOf } from './say.ts';
import { seedThread } from './seed-thread.ts';
import { withServer } from './with-server.ts';

const SESSION = '5f0c2b1e-2222-4222-8333-944455556666';

let rewound = '';

const stage = withServer({
  program: 'demo',
  speed: 50,
  async seed(data) {
    mkdirSync(dirname(sessionIn(data)), { recursive: true });
    const turns = Array.from({ length: 40 }, (_, n) =>
      prompt(n, n === 20 ? 'The okapi rounds <b>up</b>' : `Turn ${n}`),
    );
    writeFileSync(sessionIn(data), turns.join(''));
    const post = (text: string): EventDraft => ({
      type: 'message.posted',
      client_id: text,
      delivery: 'now',
      author: '@human',
      parts: [{ type: 'text', text }],
    });
    const many = Array.from({ length: 30 }, (_, n) => post(`Before the rewind ${n}`));
    rewound = await seedThread(data, 'Rewound', [
      ...many.slice(0, 10),
      post('The axolotl regrows its limbs'),
      ...many.slice(10),
      { type: 'thread.rewound', to: 1 },
      post('The newest words'),
    ]);
  },
});

function sessionIn(data: string): string {
  return join(data, 'home/.claude/projects/-home-me-shop', `${SESSION}.jsonl`);
}

function prompt(n: number, text: string): string {
  const about = { type: 'user', uuid: `u${n}`, sessionId: SESSION, cwd: '/home/me/shop', timestamp: at(n) };
  const answer = { id: `r${n}`, role: 'assistant', model: 'm-1', content: [{ type: 'text', text: `Answer ${n}` }] };
  const said = [
    { ...about, message: { role: 'user', content: text } },
    { ...about, type: 'assistant', uuid: `a${n}`, message: answer },
  ];
  return said.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function at(n: number): string {
  return new Date(Date.UTC(2026, 0, 1, 10, n)).toISOString();
}

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search all threads and sessions' }).fill(words);
}

/** Its words stand in what is seen of the thread, not only in the document. */
function isInSight(page: Page, words: string): Promise<boolean> {
  return page.evaluate((sought) => {
    const frame = document.querySelector('.tt-scroller')?.getBoundingClientRect();
    const bubble = [...document.querySelectorAll('.tt-bubble')].find((each) => each.textContent?.includes(sought));
    const box = bubble?.getBoundingClientRect();
    return frame !== undefined && box !== undefined && box.top >= frame.top && box.bottom <= frame.bottom;
  }, words);
}

/** As the browser marks them. */
function markedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => Array.from(CSS.highlights.get('found') ?? [], String));
}

test('[issue 13] words that were rewound are found, and lead to the version that has them', async () => {
  const page = await stage.enter();
  await search(page, 'axolotl regrows');
  const hit = page.getByRole('link', { name: 'You An earlier version. The axolotl regrows its limbs' });
  await hit.click();
  await page.getByText('Version 1 of 2.').waitFor();
  expect(threadIdOf(page)).toBe(rewound);
  await expect.poll(() => isInSight(page, 'The axolotl regrows')).toBe(true);
  await expect.poll(() => markedWords(page)).toEqual(['axolotl', 'regrows']);
  const colour = (): Promise<string> =>
    page
      .locator('.tt-bubble')
      .first()
      .evaluate((bubble) => getComputedStyle(bubble, '::highlight(found)').backgroundColor);
  await expect.poll(colour).toBe('rgb(255, 233, 168)');
  await page.getByRole('button', { name: 'Back to the newest' }).click();
  await page.getByText('The newest words').waitFor();
  await expect.poll(() => markedWords(page)).toEqual([]);
});

test('[issue 13] search on home: threads and sessions, the words marked; a hit leads on; back finds it again', async () => {
  const page = await stage.enter();
  await say(page, 'Tell me of the quokka');
  await page.locator('.tt-bubble').waitFor();
  const own = threadIdOf(page);
  await page.goto(stage.server.url);
  await search(page, 'quokka');
  const hit = page.locator('.hit').first();
  await hit.waitFor();
  expect(await hit.locator('mark').textContent()).toBe('quokka');
  await page.getByRole('status').filter({ hasText: '1 hit' }).waitFor();
  expect(await page.locator('.sessions').count()).toBe(0);
  await hit.click();
  await page.locator('.tt-bubble').waitFor();
  expect([threadIdOf(page), new URL(page.url()).hash]).toEqual([own, '#at=0&words=quokka']);
  await expect.poll(() => markedWords(page)).toEqual(['quokka']);
  await page.goBack();
  await page.locator('.hit mark').first().waitFor();
  expect(await page.getByRole('searchbox', { name: 'Search all threads and sessions' }).inputValue()).toBe('quokka');
});

test('[issue 13] a session of another agent is found by keyboard alone, hostile words are text, and what it gains is found', async () => {
  const page = await stage.enter();
  await page.getByRole('searchbox', { name: 'Search all threads and sessions' }).focus();
  await page.keyboard.type('okapi rounds');
  const hit = page.getByRole('button', { name: /You The okapi rounds <b>up<\/b>/ });
  await hit.waitFor();
  expect(await page.locator('.hits b b').count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('note').filter({ hasText: 'A session of Claude Code' }).waitFor();
  expect(new URL(page.url()).hash).toMatch(/^#at=\d+&words=okapi&words=rounds$/);
  await expect.poll(() => isInSight(page, 'The okapi rounds <b>up</b>')).toBe(true);
  await expect.poll(() => markedWords(page)).toEqual(['okapi', 'rounds']);
  appendFileSync(sessionIn(stage.server.data), prompt(50, 'Also the numbat'));
  await page.goto(`${stage.server.url}/?search=numbat`);
  await page.getByRole('button', { name: /Also the numbat/ }).waitFor();
});

test('[issue 13] what finds nothing says so, in German too', async () => {
  const page = await stage.enter();
  await search(page, 'zz');
  await page.getByRole('status').filter({ hasText: 'three letters' }).waitFor();
  await search(page, 'no such words anywhere');
  await page.getByRole('status').filter({ hasText: 'No matches.' }).waitFor();
  await search(page, 'since:yesterday okapi');
  await page.getByRole('status').filter({ hasText: 'since: and until: take a day like 2026-11-01.' }).waitFor();
  await search(page, '');
  await page.locator('.first-words-column').waitFor();
  await page.goto(`${stage.server.url}/?lang=de&search=okapi`);
  await page.getByRole('status').filter({ hasText: '1 Treffer' }).waitFor();
});

test.each(['light', 'dark'] as const)('hits can be read in the %s theme, and fit a phone', async (colorScheme) => {
  const page = await stage.enter({ colorScheme, viewport: { width: 390, height: 800 } });
  await search(page, 'turn');
  await page.locator('.hit').first().waitFor();
  expect(await page.evaluate(lowContrast)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const heights = await page
    .locator('.hit')
    .evaluateAll((hits) => hits.map((each) => each.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});
