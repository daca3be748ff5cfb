import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe runs; the page's policy lets no script in, but what the debugger evaluates is none of the page's. */
const RUN = `(async () => {
  if (globalThis.axe === undefined) { ${axe.source} }
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    id + ' at ' + target.join(' ') + ': ' + failureSummary.replace(/\\s+/g, ' ').slice(0, 160)));
})()`;

const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const;

/** What a screen reader calls by a name, and what it leads to: axe asks for a name of some of these only. */
const NAMELESS = /^\s*- (?:article|button|combobox|dialog|link|log|navigation|region|searchbox|textbox)(?:$|:| \[)/;

async function nameless(page: Page): Promise<string[]> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n');
  return lines.filter((line) => NAMELESS.test(line)).map((line) => `no name:${line}`);
}

/** What axe finds on this screen, light and dark, wide and on a phone, and what has no name. Nothing moves meanwhile. */
export async function axeViolations(page: Page): Promise<string[]> {
  const found = new Set<string>();
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const told: unknown = await page.evaluate(RUN);
    if (!Array.isArray(told)) throw new Error('axe did not answer');
    for (const each of told) found.add(`${colorScheme} ${width}: ${String(each)}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return [...found, ...(await nameless(page))];
}
