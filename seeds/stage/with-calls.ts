import type { LedgerEvent } from '@toolthread/core';
import type { Locator, Page } from 'playwright-core';

interface ThreadStage {
  draw(scene: 'thread', events: readonly LedgerEvent[]): Promise<Page>;
}

interface WithCalls {
  /** A thread of one group, with its calls in sight. */
  opened(events: readonly LedgerEvent[]): Promise<Page>;
  /** An entry of the open group, by its place. */
  entry(page: Page, index: number): Locator;
}

/** `const { opened, entry } = withCalls(stage);` */
export function withCalls(stage: ThreadStage): WithCalls {
  return {
    async opened(events) {
      const page = await stage.draw('thread', events);
      await page.locator('button.tt-group-head').click();
      await page.locator('.tt-call-head').first().waitFor();
      return page;
    },
    entry: (page, index) => page.locator('.tt-call').nth(index),
  };
}
