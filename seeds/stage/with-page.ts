import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { serveFolder } from '@toolthread/web/e2e/static-server.ts';
import type { StaticServer } from '@toolthread/web/e2e/static-server.ts';
import { withBrowser } from '@toolthread/web/e2e/with-browser.ts';
import type { WithBrowser } from '@toolthread/web/e2e/with-browser.ts';
import type { Scenes } from './show-scenes.tsx';

interface WithPage<Known extends Scenes> extends WithBrowser<StaticServer> {
  /** Draws one of the page's scenes in place of the last one. */
  draw<Name extends keyof Known & string>(name: Name, data: Parameters<Known[Name]>[0]): Promise<Page>;
}

/** A seed's page in a real browser, for the tests of a file: `withPage<typeof scenes>(new URL('./000.page.tsx', import.meta.url))`. */
export function withPage<Known extends Scenes>(entry: URL): WithPage<Known> {
  const stage = withBrowser(async () => serveFolder('', await pageOf(fileURLToPath(entry))));
  let drawn: Page | undefined;
  return Object.assign(stage, {
    async draw(name: string, data: unknown): Promise<Page> {
      const url = `${stage.server.url}/index.html`;
      if (drawn?.url() !== url) {
        drawn = await stage.open();
        await drawn.goto(url);
      }
      await drawn.evaluate((scene) => void Reflect.get(window, 'drawScene')(...scene), [name, data] as const);
      return drawn;
    },
  });
}

async function pageOf(entry: string): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir: '/page',
    entryNames: 'page',
    splitting: true,
    write: false,
    logLevel: 'silent',
  });
  const files = outputFiles.map(({ path, text }): [string, string] => [path.replace(/^\/page/, ''), text]);
  return new Map([['/index.html', HTML], ...files]);
}

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A seed</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css"></head><body><script type="module" src="/page.js"></script></body></html>`;
