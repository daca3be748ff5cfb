import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchServer } from './launch-server.ts';
import type { Launched, LaunchOptions } from './launch-server.ts';
import { withBrowser } from './with-browser.ts';
import type { WithBrowser } from './with-browser.ts';

export interface WithServer extends WithBrowser<Launched> {
  /** The page as a person opens it, with the token in its address: home, or `enter({}, '/settings')`. */
  enter(options?: BrowserContextOptions, path?: string): Promise<Page>;
}

/** A server and a browser for the tests of a file. */
export function withServer(launch: LaunchOptions = {}): WithServer {
  const stage = withBrowser(() => launchServer(launch));
  return Object.assign(stage, {
    async enter(options: BrowserContextOptions = {}, path = '/') {
      const page = await stage.open(options);
      await page.goto(stage.server.address.replace('/#', `${path}#`));
      return page;
    },
  });
}
