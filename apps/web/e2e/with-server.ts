import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchServer } from './launch-server.ts';
import type { Launched, LaunchOptions } from './launch-server.ts';
import { withBrowser } from './with-browser.ts';
import type { WithBrowser } from './with-browser.ts';

export interface WithServer extends WithBrowser<Launched> {
  /** The page as a person opens it, with the token in its address. */
  enter(options?: BrowserContextOptions): Promise<Page>;
}

/** A server and a browser for the tests of a file. */
export function withServer(launch: LaunchOptions = {}): WithServer {
  const stage = withBrowser(() => launchServer(launch));
  return Object.assign(stage, {
    async enter(options: BrowserContextOptions = {}) {
      const page = await stage.open(options);
      await page.goto(stage.server.address);
      return page;
    },
  });
}
