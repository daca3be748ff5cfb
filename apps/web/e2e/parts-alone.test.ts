/** Each part by itself on a page of somebody else's, with either sheet. */
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loneParts } from './lone-parts.tsx';
import { serveFolder } from './static-server.ts';
import { withBrowser } from './with-browser.ts';

async function sheet(name: string): Promise<string> {
  const entryPoints = [createRequire(import.meta.url).resolve(`@toolthread/react/${name}`)];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false });
  return outputFiles[0]?.text ?? '';
}

const [layered, unlayered] = await Promise.all([sheet('styles.css'), sheet('unlayered.css')]);
/** What people write at the top of their sheets. */
const RESET =
  'button, input, textarea { all: unset; } * { margin: 0; padding: 0; list-style: none; box-sizing: border-box; } summary { display: block; }';
const pages = new Map([
  ['/layered.html', await loneParts(layered)],
  ['/unlayered.html', await loneParts(unlayered)],
  ['/reset.html', await loneParts(unlayered, RESET)],
]);
const stage = withBrowser(() => serveFolder(import.meta.dirname, pages));

async function open(name: string, direction: 'ltr' | 'rtl' = 'ltr'): Promise<Page> {
  const page = await stage.open();
  await page.goto(`${stage.server.url}/${name}.html`);
  await page.evaluate((dir) => void (document.documentElement.dir = dir), direction);
  return page;
}

/** Everything that the browser computes, of each element of each part: `Terminal pre.tt-root: font-size: 12.5px`. */
function computed(page: Page): Promise<string[]> {
  return page.locator('[data-part] *').evaluateAll((all) =>
    all.flatMap((element) => {
      const part = element.closest('[data-part]')?.getAttribute('data-part') ?? '';
      const name = `${part} ${element.tagName.toLowerCase()}.${element.className}`;
      return [null, '::before'].flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        // Of what is not drawn, that is all.
        const isDrawn = pseudo === null || style.content !== 'none';
        return (isDrawn ? Array.from(style) : ['content'])
          .filter((property) => !property.startsWith('--'))
          .map((property) => `${name}${pseudo ?? ''}: ${property}: ${style.getPropertyValue(property)}`);
      });
    }),
  );
}

test.each(['ltr', 'rtl'] as const)(
  '[embedder] %s: both sheets are the same rules for a part alone',
  async (direction) => {
    const inLayers = await computed(await open('layered', direction));
    expect(inLayers.length).toBeGreaterThan(10_000);
    const inNone = new Set(await computed(await open('unlayered', direction)));
    expect(inLayers.filter((each) => !inNone.has(each))).toEqual([]);
  },
);

test('[embedder] every part has letters of its own, not those of the page', async () => {
  const page = await open('layered');
  const families = await page
    .locator('[data-part] > *')
    .evaluateAll((all) =>
      all.map((each) => `${each.parentElement?.dataset['part']}: ${getComputedStyle(each).fontFamily}`),
    );
  expect(families.filter((each) => !/sans|mono/.test(each))).toEqual([]);
});

test('[embedder] a terminal, data and a diff are monospaced, on a ground of their own', async () => {
  const page = await open('unlayered');
  const look = (selector: string): Promise<readonly [string, string, boolean]> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { fontFamily, fontSize, backgroundColor } = getComputedStyle(element);
        const ground = getComputedStyle(document.querySelector('.tt-markdown') ?? element).backgroundColor;
        return [/mono/.test(fontFamily) ? 'mono' : 'sans', fontSize, backgroundColor === ground] as const;
      });
  expect(await look('[data-part=Terminal] > *')).toEqual(['mono', '12.5px', false]);
  expect(await look('[data-part=JsonView] > *')).toEqual(['mono', '13px', true]);
  expect(await look('[data-part=JsonValue] > *')).toEqual(['mono', '13px', true]);
  for (const part of ['Diff', 'CodeBlock', 'Approval', 'Question']) {
    expect([part, (await look(`[data-part=${part}] > *`))[2]]).toEqual([part, false]);
  }
});

test.each(['layered', 'unlayered'])('[embedder] %s: code, output and data are read from the left', async (name) => {
  const page = await open(name, 'rtl');
  const wrong = await page
    .locator('[data-part] :is(pre, code, .tt-json, .tt-json-leaf, .tt-value)')
    .evaluateAll((all) =>
      all.filter((each) => getComputedStyle(each).direction !== 'ltr').map((each) => each.outerHTML),
    );
  expect(wrong).toEqual([]);
});

test('[embedder] the marks of lists and of what opens survive the reset of a page', async () => {
  const marks = (page: Page): Promise<readonly string[]> =>
    page.locator('[data-part] :is(ul, ol, li, summary)').evaluateAll((all) =>
      all.map((each) => {
        const { display, listStyleType } = getComputedStyle(each);
        return `${each.tagName} ${display} ${listStyleType}`;
      }),
    );
  const before = await marks(await open('unlayered'));
  expect(before).toContain('LI list-item disc');
  expect(before).toContain('SUMMARY list-item disclosure-open');
  expect(await marks(await open('reset'))).toEqual(before);
});

test('[embedder] no reset of a page makes a part wider than its place', async () => {
  for (const name of ['layered', 'unlayered', 'reset']) {
    const page = await open(name);
    const sized = await page
      .locator('[data-part] :is(button, input, textarea, select)')
      .evaluateAll((all) => [...new Set(all.map((each) => getComputedStyle(each).boxSizing))]);
    expect([name, sized]).toEqual([name, ['border-box']]);
  }
});
