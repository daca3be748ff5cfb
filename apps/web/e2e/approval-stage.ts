/** Pages with cards that wait for a person, and a clock that goes as the tests say. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { approvalLedgers } from './approval-ledgers.ts';
import { ledgerText } from './ledger-text.ts';
import { withFixtures } from './with-fixtures.ts';
import type { WithFixtures } from './with-fixtures.ts';

export interface ApprovalStage extends WithFixtures {
  /** A page with the cards of one ledger, and with the clock. */
  openCards(name: string, more?: string, options?: BrowserContextOptions): Promise<Page>;
}

export function withApprovals(): ApprovalStage {
  const texts = Object.entries(approvalLedgers).map(
    ([name, events]) => [`/${name}.jsonl`, ledgerText(events)] as const,
  );
  const stage = withFixtures(new Map(texts));
  const ticking = new WeakSet<Page>();
  return Object.assign(stage, {
    async openCards(name: string, more = '', options?: BrowserContextOptions) {
      const page = await stage.open(options);
      // An earlier test may have let it stand still.
      await (ticking.has(page) ? page.clock.resume() : page.clock.install());
      ticking.add(page);
      await page.goto(`${stage.server.url}/fixtures.html?url=/${name}.jsonl${more}`);
      await page.locator('.tt-request').first().waitFor();
      return page;
    },
  });
}

/** This much time goes by on the page, and takes no longer than what happens in it. */
export const pass = (page: Page, ms: number): Promise<void> => page.clock.runFor(ms);
/** From here on only as much time goes by as the test says: not even a frame, however long the page takes for a step. */
export const standStill = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
export const decided = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.dataset['decided'] ?? '');
export const allow = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('button', { name: /^Allow once/ });
export const focusThread = (page: Page): Promise<void> => page.locator('.tt-scroller').first().focus();
/** The one card listens: from here on nothing but the thing under test keeps a key from it. */
export const listens = async (page: Page): Promise<void> => {
  await pass(page, 700);
  await page.locator('.tt-request[data-listening]').waitFor();
};
export const allowed = async (page: Page): Promise<void> => {
  await pass(page, 700);
  await expect.poll(() => allow(page).isEnabled()).toBe(true);
};
/** Longer than a card waits before it listens, and than a letter waits for the next: what has not happened by then does not happen. */
export const expectNothing = async (page: Page): Promise<void> => {
  await pass(page, 1200);
  expect(await decided(page)).toBe('');
};
