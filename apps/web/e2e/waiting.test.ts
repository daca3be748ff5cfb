/** [U2 1] Whoever waits for the reader is in sight, or one click away. */
import type { EventDraft } from '@toolthread/core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ledgerText } from './ledger-text.ts';
import { distanceToEnd, stillScroller } from './page-state/still-scroller.ts';
import { withFixtures } from './with-fixtures.ts';

const said = (author: string, text: string): EventDraft => ({
  type: 'message.posted',
  author,
  parts: [{ type: 'text', text }],
  delivery: 'now',
});
const asks = (request: string, scope: string | undefined): EventDraft => ({
  type: 'request.opened',
  request,
  kind: 'question',
  ...(scope === undefined ? {} : { scope }),
  questions: [{ question: `Who is ${request} for?`, options: [{ label: 'Users' }, { label: 'Both' }] }],
});
const talk = (count: number): EventDraft[] => Array.from({ length: count }, (_, n) => said('@human', `Message ${n}`));
const answers = (step: number, scope: string): EventDraft[] => [
  { type: 'agent.status', status: 'running', scope },
  { type: 'agent.step.started', step, scope },
  { type: 'agent.part.completed', step, part: 0, kind: 'text', text: 'A long answer.\n\n'.repeat(12), scope },
  { type: 'agent.step.completed', step, finish_reason: 'stop', scope },
  { type: 'agent.status', status: 'completed', scope },
];
/** Somebody asks, and others go on. */
const waits = (scope: string | undefined): EventDraft[] => [
  { type: 'thread.created', title: 'Waits' },
  ...talk(12),
  { type: 'agent.status', status: 'running', ...(scope === undefined ? {} : { scope }) },
  asks('plan', scope),
  ...answers(1, 'agent:b'),
  ...answers(2, 'agent:c'),
];

const texts = new Map([
  ['/alone.jsonl', ledgerText(waits(undefined))],
  ['/team.jsonl', ledgerText(waits('agent:a'))],
  ['/two.jsonl', ledgerText([...waits('agent:a'), ...talk(20), asks('name', undefined), ...answers(3, 'agent:d')])],
]);
texts.set(
  '/last.jsonl',
  ledgerText([...talk(12), { type: 'agent.status', status: 'running' }, asks('plan', undefined)]),
);
const stage = withFixtures(texts);

const wayToCard = (page: Page) => page.getByRole('button', { name: /Waiting for you$/ });
const card = (page: Page, request = 'plan') => page.locator(`[data-request=${request}]`);

/** All of the card is between the edges of the thread. */
function isInSight(page: Page, request = 'plan'): Promise<boolean> {
  return card(page, request).evaluate((element) => {
    const [box, view] = [element.getBoundingClientRect(), element.closest('.tt-scroller')?.getBoundingClientRect()];
    return view !== undefined && box.top >= view.top && box.bottom <= view.bottom;
  });
}

const sizes = [
  { width: 400, height: 700 },
  { width: 1200, height: 800 },
];

describe.each(['alone', 'team'])('[U2 1] a question that others talk after (%s)', (name) => {
  test.each(sizes)('is wholly in view when its thread opens, at $width by $height', async (viewport) => {
    for (const pieces of [1000, 3]) {
      const page = await stage.draw(`url=/${name}.jsonl&pieces=${pieces}`, { viewport });
      await card(page).waitFor();
      await stillScroller(page);
      await expect.poll(() => isInSight(page)).toBe(true);
      await wayToCard(page).waitFor({ state: 'detached' });
    }
  });

  test.each(sizes)('is one press away from where the reader went, at $width by $height', async (viewport) => {
    const page = await stage.draw(`url=/${name}.jsonl`, { viewport });
    await card(page).waitFor();
    await stillScroller(page);
    await page.locator('.tt-scroller').hover();
    for (const [by, arrow] of [
      [100_000, '↑'],
      [-100_000, '↓'],
    ] as const) {
      await page.mouse.wheel(0, by);
      await stillScroller(page);
      expect(await isInSight(page)).toBe(false);
      expect(await wayToCard(page).textContent()).toBe(`${arrow} Waiting for you`);
      await wayToCard(page).press('Enter');
      await expect.poll(() => isInSight(page)).toBe(true);
      await wayToCard(page).waitFor({ state: 'detached' });
      // The keyboard is there, and not on the button that went.
      await page.locator('.tt-request[data-listening]').waitFor();
    }
  });

  test('does not hold a reader who goes on to the end', async () => {
    const page = await stage.draw(`url=/${name}.jsonl`, { viewport: { width: 400, height: 700 } });
    await card(page).waitFor();
    await stillScroller(page);
    await page.getByRole('button', { name: '↓ Latest' }).click();
    await stillScroller(page);
    expect(await distanceToEnd(page)).toBeLessThan(2);
    expect(await wayToCard(page).count()).toBe(1);
  });
});

test('[U2 1] of two questions each is led to', async () => {
  const page = await stage.draw('url=/two.jsonl', { viewport: { width: 400, height: 700 } });
  await card(page).waitFor();
  await stillScroller(page);
  await expect.poll(() => isInSight(page)).toBe(true);
  await expect.poll(() => wayToCard(page).textContent()).toBe('↓ Waiting for you');
  await wayToCard(page).click();
  await expect.poll(() => isInSight(page, 'name')).toBe(true);
  await expect.poll(() => wayToCard(page).textContent()).toBe('↑ Waiting for you');
  // The tray names them both, and leads to either.
  const tray = page.getByRole('group', { name: 'Waiting for you' });
  expect(await tray.locator('span').textContent()).toBe('Waiting for you: 2 questions');
  await tray.getByRole('button', { name: 'Who is plan for?' }).press('Enter');
  await expect.poll(() => isInSight(page)).toBe(true);
  await tray.getByRole('button', { name: 'Who is name for?' }).click();
  await expect.poll(() => isInSight(page, 'name')).toBe(true);
  await page.locator('.tt-request[data-listening]').waitFor();
});

test('nothing lies over the last card of a thread when all of it is in sight, whatever the height', async () => {
  const page = await stage.draw('url=/last.jsonl', { viewport: { width: 640, height: 500 } });
  await card(page).waitFor();
  const latest = page.getByRole('button', { name: '↓ Latest' });
  const seen = new Set<boolean>();
  for (let height = 360; height >= 150; height -= 6) {
    await page.setViewportSize({ width: 640, height });
    await stillScroller(page, 4);
    // The button goes a moment after the card has come.
    seen.add(await isInSight(page));
    await expect
      .poll(async () => [height, (await isInSight(page)) && (await latest.count()) > 0])
      .toEqual([height, false]);
  }
  expect(seen).toEqual(new Set([true, false]));
});

test.each([
  [640, 450],
  [740, 360],
  [400, 600],
])('nothing lies over a card on a low screen, %i by %i', async (width, height) => {
  const page = await stage.draw('url=/team.jsonl', { viewport: { width, height } });
  await card(page).waitFor();
  await stillScroller(page);
  const latest = await page.getByRole('button', { name: '↓ Latest' }).boundingBox();
  const thread = await page.locator('.tt-scroller').boundingBox();
  expect(latest?.y).toBeGreaterThanOrEqual((thread?.y ?? NaN) + (thread?.height ?? NaN));
  await page.getByRole('button', { name: '↓ Latest' }).click();
  await stillScroller(page);
  expect(await distanceToEnd(page)).toBeLessThan(2);
  expect(await page.getByRole('button', { name: '↓ Latest' }).count()).toBe(0);
});
