import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseLedger, threadOf, timeline } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lowContrast } from './page-state/low-contrast.ts';
import { seedThread } from './seed-thread.ts';
import { ledgerOf, say, threadIdOf } from './say.ts';
import { withServer } from './with-server.ts';

let imported: string;
const stage = withServer({
  seed: async (data) => {
    imported = await seedThread(data, 'From elsewhere', records);
  },
});

/** What an import leaves in the ledger. */
const records: readonly EventDraft[] = [
  { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'Hello' }], delivery: 'now' },
  { type: 'source.record', line: 1, byte: 0, fate: 'shown' },
  { type: 'source.record', line: 2, byte: 80, fate: 'folded' },
  { type: 'source.record', line: 3, byte: 160, fate: 'hidden', rule: 'token_count' },
  { type: 'source.record', line: 4, byte: 240, fate: 'hidden', rule: 'token_count' },
  { type: 'source.record', line: 5, byte: 320, fate: 'malformed', rule: 'not JSON: <b>x</b>' },
  { type: 'thread.closed' },
];

async function download(page: Page, form: RegExp): Promise<{ readonly name: string; readonly file: string }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: form }).click();
  const saved = await started;
  const name = saved.suggestedFilename();
  const file = join(stage.server.data, name);
  await saved.saveAs(file);
  return { name, file };
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function postPicture(page: Page): Promise<void> {
  const parts = [{ type: 'image', media_type: 'image/png', source: { kind: 'base64', data: PNG } }];
  await fetch(`${stage.server.url}/api/threads/${threadIdOf(page)}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ parts }),
  });
}

describe('a thread is saved as a file', () => {
  test('[B.6 55] as HTML that needs nothing, as Markdown, and as its whole ledger', async () => {
    const page = await stage.enter();
    await say(page, 'Write it, <b>now</b>!');
    await page.locator('.tt-changes').waitFor();
    await postPicture(page);
    await page.locator('.tt-image img[src^="blob:"]').waitFor();
    // The picture is answered, too.
    const completed = async (): Promise<number> =>
      (await ledgerOf(stage.server, page)).filter(
        (event) => event.type === 'agent.status' && event.status === 'completed',
      ).length;
    await expect.poll(completed).toBe(2);
    await expect.poll(() => page.locator('.tt-answer[data-state=done]').count()).toBe(2);
    const events = await ledgerOf(stage.server, page);

    const html = await download(page, /^HTML/);
    expect(html.name).toBe('write-it-b-now-b.html');
    const text = readFileSync(html.file, 'utf8');
    expect(text).not.toContain('<script');
    const reader = await stage.browser.newPage({ javaScriptEnabled: false });
    reader.setDefaultTimeout(Number(process.env['TEST_PATIENCE']));
    await reader.goto(pathToFileURL(html.file).href);
    const picture = reader.locator('.tt-image img');
    await expect
      .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBe(1);
    expect(await reader.locator('.tt-bubble').first().textContent()).toBe('Write it, <b>now</b>!');
    expect(await reader.locator('.tt-changes > summary').textContent()).toBe('3 files changed · +3 −1');
    // What a click opens on the page, a fold opens in the file: the diff of all files.
    const diffs = reader.locator('.tt-changes .tt-diff');
    expect((await diffs.locator('figcaption').allTextContents()).join()).toContain('notes.md · new · +2');
    expect(await diffs.locator('[data-kind=added]').count()).toBe(3);
    expect(await diffs.locator('[data-kind=removed]').count()).toBe(1);
    expect(await reader.locator('.tt-group').evaluate((group) => getComputedStyle(group).borderRadius)).toBe('10px');
    await reader.close();

    const markdown = readFileSync((await download(page, /^Markdown/)).file, 'utf8');
    expect(markdown).toContain('edit_file');
    expect(markdown).toContain('3 files changed · +3 −1');

    const ledger = await download(page, /^Ledger/);
    expect(ledger.name).toBe('write-it-b-now-b.jsonl');
    const parsed = parseLedger(readFileSync(ledger.file, 'utf8'));
    const items = (of: readonly LedgerEvent[]): unknown => timeline(threadOf(of)).items.toArray();
    expect(items(parsed.events)).toEqual(items(events));
  });

  test('or says why not; Escape closes the list and stops nobody', async () => {
    const page = await stage.enter();
    await say(page, 'Hello');
    await page.locator('.tt-answer[data-state=done]').waitFor();
    await page.route('**/events?after=*', (route) => route.fulfill({ status: 503 }));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: /^Ledger/ }).click();
    await page.getByRole('alert').filter({ hasText: 'Not exported: The server answered 503.' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Ledger/ }).waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Export');
  });
});

describe('[L4] an imported thread', () => {
  test.each(['light', 'dark'] as const)('has the account of its file on the page (%s)', async (colorScheme) => {
    const page = await stage.enter({ colorScheme });
    await page.locator('.tt-threads').waitFor();
    await page.goto(`${stage.server.url}/t/${imported}`);
    await page.getByRole('button', { name: '4 records · 1 malformed line' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import details' });
    await dialog.waitFor();
    const rows = await dialog.getByRole('row').allTextContents();
    expect(rows).toEqual(['shown1', 'folded into others1', 'hidden: token_count2', 'malformed lines1']);
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['Line 5, byte 320: not JSON: <b>x</b>']);
    expect(await page.evaluate(lowContrast)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});
