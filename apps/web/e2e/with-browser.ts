import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from './launch-chromium.ts';

/** What the tests of one file share. */
export interface WithBrowser<Server> {
  readonly browser: Browser;
  readonly server: Server;
  /** What no page may do by itself: dialogs, windows, requests to others, errors in its console. A test that leaves one here fails. */
  readonly misdeeds: string[];
  /**
   * The page of this file, as new: nothing stored, one tab, online. A page of its own for each test takes five times as long; it is
   * made for options that cannot be changed later. Nothing turns or slides unless a test asks for it: without a graphics card each
   * frame of a spinner is painted by the processor that the tests need.
   */
  open(options?: BrowserContextOptions): Promise<Page>;
}

interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** A browser and a server for the tests of a file: `const stage = withBrowser(() => launchServer());` */
export function withBrowser<Server extends Served>(start: () => Promise<Server>): WithBrowser<Server> {
  let browser: Browser | undefined;
  let server: Server | undefined;
  let shared: Page | undefined;
  const own: BrowserContext[] = [];
  const misdeeds: string[] = [];

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchChromium(), start()]);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const page of pages(browser)) console.error(await whatItShows(page));
    for (const context of own.splice(0)) await context.close();
    expect(misdeeds.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const newPage = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await started(browser).newContext({ viewport: WINDOW, ...options });
    // Of all tabs and windows in it, too.
    context.setDefaultTimeout(Number(process.env['TEST_PATIENCE']));
    const page = await context.newPage();
    watch(page, started(server).url, misdeeds);
    return page;
  };
  return {
    misdeeds,
    get browser() {
      return started(browser);
    },
    get server() {
      return started(server);
    },
    async open({ viewport = WINDOW, colorScheme = 'light', reducedMotion = 'reduce', ...others } = {}) {
      if (Object.keys(others).length > 0) {
        const page = await newPage({ viewport, colorScheme, reducedMotion, ...others });
        own.push(page.context());
        return page;
      }
      shared ??= await newPage({});
      await renew(shared, started(server).url);
      await shared.emulateMedia({ colorScheme, reducedMotion });
      if (viewport !== null) await shared.setViewportSize(viewport);
      return shared;
    },
  };
}

const WINDOW = { width: 1280, height: 900 };

function started<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is there in a test only, not while the file is read.');
  return value;
}

/** As a page that was never used. */
async function renew(page: Page, origin: string): Promise<void> {
  const context = page.context();
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  // What a test held back may come now: nobody waits for it any more.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  if (page.url().startsWith(origin)) {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      indexedDB.deleteDatabase('toolthread:drafts');
    });
  }
  await page.goto('about:blank');
  await context.clearCookies();
}

const pages = (browser: Browser | undefined): Page[] =>
  (browser?.contexts() ?? []).flatMap((context) => context.pages());

/** A failure that comes once in a hundred runs is explained by what was there, or not at all. */
async function whatItShows(page: Page): Promise<string> {
  const text = await page
    .evaluate(() => document.body.innerText)
    .catch((error: unknown) => `nothing: ${String(error)}`);
  const requests = (await page.requests())
    .slice(-30)
    .map((request) => `${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`);
  return ['', `The page at ${page.url()} shows:`, text.slice(-3000), 'Its last requests:', ...requests, ''].join('\n');
}

function watch(page: Page, origin: string, misdeeds: string[]): void {
  page.on('popup', (opened) => misdeeds.push(`window: ${opened.url()}`));
  page.on('dialog', (dialog) => {
    misdeeds.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob|about):/.test(url)) misdeeds.push(`request: ${url}`);
  });
  page.on('pageerror', (error) => misdeeds.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A server that is down, or a route that is not there, is told in the console by the browser itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      misdeeds.push(`console: ${message.text()}`);
    }
  });
}
