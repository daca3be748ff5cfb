import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface OpenedPage {
  readonly page: Page;
  /** What a page must never do by itself: dialogs, requests to others, errors in its console. */
  readonly misdeeds: string[];
  close(): Promise<void>;
}

/** A page in a profile of its own, watched. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const misdeeds: string[] = [];
  watch(page, origin, misdeeds);
  context.on('page', (opened) => misdeeds.push(`window: ${opened.url()}`));
  page.setDefaultTimeout(30_000);
  return { page, misdeeds, close: () => context.close() };
}

function watch(page: Page, origin: string, misdeeds: string[]): void {
  page.on('dialog', (dialog) => {
    misdeeds.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url)) misdeeds.push(`request: ${url}`);
  });
  page.on('pageerror', (error) => misdeeds.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A server that is down, or a route that is not there, is told in the console by the browser itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      misdeeds.push(`console: ${message.text()}`);
    }
  });
}
