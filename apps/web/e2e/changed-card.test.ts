/** [H2] A card alone, on a page that gives it something else to ask: what was seen is what was there, and no later words. */
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { serveFolder } from './static-server.ts';
import { withBrowser } from './with-browser.ts';

/** `show({ arguments, title, covers })` draws the card again in its place. */
const PROGRAM = `
import { Approval } from '@toolthread/react';
import '@toolthread/react/styles.css';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
const root = createRoot(document.body);
const taken = (...words) => { document.body.dataset.decided = JSON.stringify(words.slice(0, 1)); return new Promise(() => {}); };
window.show = (props) => flushSync(() => root.render(createElement(Approval, { tool: 'run', arguments: '{}', onDecide: taken, ...props })));
`;
const { outputFiles } = await build({
  stdin: { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'js' },
  bundle: true,
  write: false,
  outdir: '/',
  jsx: 'automatic',
  format: 'esm',
  define: { 'process.env.NODE_ENV': '"production"' },
});
const made = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
const stage = withBrowser(() =>
  serveFolder(
    import.meta.dirname,
    new Map([
      [
        '/card.html',
        '<!doctype html><link rel="stylesheet" href="/card.css"><body></body><script type="module" src="/card.js"></script>',
      ],
      ['/card.css', made('.css')],
      ['/card.js', made('.js')],
    ]),
  ),
);

type Shown = Readonly<Record<'arguments' | 'title' | 'covers' | 'tool', string>>;

/** Draws, and says in the same turn whether it can be allowed. */
const show = (page: Page, props: Partial<Shown>): Promise<boolean> =>
  page.evaluate((given) => {
    Reflect.get(window, 'show')(given);
    return document.querySelector<HTMLButtonElement>('button[data-primary]')?.disabled === false;
  }, props);

const first: Partial<Shown> = { arguments: '{"command":"git status"}', title: 'Run this?', covers: 'git status' };

test.each<[string, Partial<Shown>]>([
  ['other arguments as long as those', { ...first, arguments: '{"command":"rm -rf ~ /"}' }],
  ['one argument more', { ...first, arguments: '{"command":"git status","network":true}' }],
  ['another title', { ...first, title: 'Pay this?' }],
  ['more that it covers', { ...first, covers: 'every line' }],
  ['another tool', { arguments: first.arguments ?? '', tool: 'pay' }],
])('[embedder] a card that is given %s cannot be allowed before that was seen for a while', async (_, second) => {
  const page = await stage.open();
  await page.clock.install();
  await page.goto(`${stage.server.url}/card.html`);
  await show(page, first);
  await page.clock.runFor(1000);
  const allow = page.getByRole('button', { name: /^Allow once/ });
  await expect.poll(() => allow.isEnabled()).toBe(true);
  // From here on no time goes by, however long a step takes.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  // The same words again are the same card.
  expect(await show(page, first)).toBe(true);
  expect(await show(page, second)).toBe(false);
  await allow.click({ force: true });
  expect(await page.evaluate(() => document.body.dataset['decided'])).toBeUndefined();
});
