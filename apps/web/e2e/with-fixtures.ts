import type { BrowserContextOptions, Page } from 'playwright-core';
import { builtPage } from './built-page.ts';
import { serveFolder } from './static-server.ts';
import type { StaticServer } from './static-server.ts';
import { withBrowser } from './with-browser.ts';
import type { WithBrowser } from './with-browser.ts';

export interface WithFixtures extends WithBrowser<StaticServer> {
  /** The page that draws ledgers: `draw('ledger=tour&to=20')`, or `draw('url=/long.jsonl')` for one of the texts. */
  draw(query: string, options?: BrowserContextOptions): Promise<Page>;
}

/** The parts of a thread without a server behind them, for the tests of a file; `texts` are served by their path. */
export function withFixtures(texts: ReadonlyMap<string, string>): WithFixtures {
  const stage = withBrowser(async () => serveFolder(await builtPage('fixtures'), texts));
  return Object.assign(stage, {
    async draw(query: string, options: BrowserContextOptions = {}) {
      const page = await stage.open(options);
      await page.goto(`${stage.server.url}/fixtures.html?${query}`);
      await page.locator('.tt-item').first().waitFor();
      return page;
    },
  });
}
