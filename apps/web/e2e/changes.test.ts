import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lowContrast } from './page-state/low-contrast.ts';
import { say, threadIdOf } from './say.ts';
import { withServer } from './with-server.ts';

const stage = withServer();

async function written(options?: BrowserContextOptions): Promise<Page> {
  const page = await stage.enter(options);
  await say(page, 'Write it');
  await page.locator('.tt-changes').waitFor();
  return page;
}

function workspace(page: Page): string {
  return join(stage.server.data, threadIdOf(page));
}

describe('what a run changed', () => {
  test('is one line; its diff comes when it is opened, and stays after a reload', async () => {
    const page = await written();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/changes/')) asked.push(request.url());
    });
    const line = page.getByRole('button', { name: /^3 files changed · \+3 −1/ });
    expect(await line.textContent()).toContain('(show diff)');
    expect(asked).toEqual([]);
    await line.click();
    const files = page.locator('.tt-changed-files figure');
    await files.locator('.tt-diff-row[data-kind=added]').first().waitFor();
    expect(asked).toHaveLength(1);
    expect(await files.locator('figcaption').allTextContents()).toEqual([
      'data.bin · new · binary',
      'lint.ts · +1 −1',
      'notes.md · new · +2',
    ]);
    const rows = (kind: string): Promise<string[]> =>
      files.locator(`.tt-diff-row[data-kind=${kind}]`).allTextContents();
    expect((await rows('removed')).join('')).toContain('parse(text, { strict: true })');
    expect((await rows('added')).join('')).toContain("parse(text, { mode: 'strict' })");
    await page.route('**/changes/*', async (route) => {
      const whole: object = await (await route.fetch()).json();
      await route.fulfill({ json: { ...whole, cut: { files: 2 } } });
    });
    await page.reload();
    await page.locator('.tt-changed-files .tt-diff-row').first().waitFor();
    expect(await page.locator('.tt-changed-files .tt-hint').allTextContents()).toEqual([
      'The diff is longer than is shown here. … (2 more files)',
    ]);
  });

  test('[U2 16] its diff is in sight when it is opened at the end of the thread', async () => {
    const page = await written();
    await page.setViewportSize({ width: 900, height: 420 });
    await page.getByRole('button', { name: /^3 files changed/ }).click();
    const first = page.locator('.tt-changed-files .tt-diff-row').first();
    await first.waitFor();
    await expect
      .poll(() =>
        first.evaluate((row) => {
          const view = row.closest('.tt-scroller')?.getBoundingClientRect();
          return view !== undefined && row.getBoundingClientRect().bottom < view.bottom;
        }),
      )
      .toBe(true);
    expect(await page.getByRole('button', { name: /^3 files changed/ }).isVisible()).toBe(true);
  });

  test('is undone by a second click: the files are as before, and both lines say so', async () => {
    const page = await written();
    const folder = workspace(page);
    await page.getByRole('button', { name: 'Undo' }).dblclick();
    await page.getByText('Undo the changes to 3 files?').waitFor();
    expect(readFileSync(join(folder, 'lint.ts'), 'utf8')).toContain("mode: 'strict'");
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('.tt-changes-label', { hasText: 'Undone: 3 files restored' }).waitFor();
    expect(await page.locator('.tt-changes').first().textContent()).toContain('3 files changed · +3 −1 · undone');
    await expect.poll(() => page.getByRole('button', { name: /Undo/ }).count()).toBe(1);
    expect(readFileSync(join(folder, 'lint.ts'), 'utf8')).toContain('strict: true');
    expect(readdirSync(folder)).not.toContain('notes.md');
    await page.getByRole('button', { name: /^Undone: 3 files/ }).click();
    await page.locator('.tt-diff-row[data-kind=removed]', { hasText: 'one' }).waitFor();
  });

  test('is not undone over somebody’s work: the reason is told, and nothing is touched', async () => {
    const page = await written();
    const folder = workspace(page);
    writeFileSync(join(folder, 'notes.md'), 'mine\n');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Yes, undo' }).click();
    await page.getByRole('alert').filter({ hasText: 'notes.md was changed since' }).waitFor();
    expect(readFileSync(join(folder, 'lint.ts'), 'utf8')).toContain("mode: 'strict'");
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true);
  });

  test.each(['light', 'dark'] as const)('can be read in the %s theme', async (colorScheme) => {
    const page = await written({ colorScheme });
    await page.getByRole('button', { name: /files changed/ }).click();
    await page.locator('.tt-diff-row').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.evaluate(lowContrast)).toEqual([]);
  });
});
