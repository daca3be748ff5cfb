import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldAll } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Launched } from './launch-server.ts';

/** What a person does to a thread, by the words that person sees. */
export async function say(page: Page, text: string): Promise<void> {
  await write(page, text);
  await page.locator('.tt-bubble', { hasText: text }).last().waitFor();
}

/** As `say`, where the answer may be so long that the words are out of sight before one has looked. */
export async function write(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await page.keyboard.press('Enter');
}

/** A tool runs until `goOn`. A message that came before it runs would be read first, and the tool skipped. */
export async function waitForMe(server: Launched, page: Page): Promise<void> {
  await say(page, 'Wait for me');
  await expect.poll(async () => (await ledgerOf(server, page)).map(({ type }) => type)).toContain('agent.tool.started');
}

/** The text of every item on the screen, in order, without the button for what can be done with it. */
export function itemTexts(page: Page): Promise<string[]> {
  return page.locator('.tt-item').evaluateAll((items) =>
    items
      .map((item) => {
        const words = document.createElement('div');
        words.append(item.cloneNode(true));
        for (const menu of words.querySelectorAll('.tt-item-menu')) menu.remove();
        return { index: Number(item.getAttribute('data-index')), text: words.textContent ?? '' };
      })
      .sort((a, b) => a.index - b.index)
      .map(({ text }) => text.replace(/\s+/g, ' ').trim()),
  );
}

export function threadIdOf(page: Page): string {
  return decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
}

export function messageBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true });
}

/** For later: it is in the list above the message. */
export async function queue(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await page.keyboard.press('Alt+Enter');
  await queued(page, text).waitFor();
}

export function queued(page: Page, text: string): Locator {
  return page
    .getByRole('region', { name: /^Queued/ })
    .getByRole('listitem')
    .filter({ hasText: text });
}

/** By key, once the page has what finds: before that the key is the browser's own. */
export async function pressFind(page: Page): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Find in this thread' });
  await expect
    .poll(async () => {
      await page.keyboard.press('ControlOrMeta+f');
      return field.evaluateAll(([found]) => found !== undefined && found === document.activeElement);
    })
    .toBe(true);
}

/** What the script `wait` waits for. */
export function goOn(server: Launched, page: Page): void {
  writeFileSync(join(server.data, threadIdOf(page), 'go'), '');
}

export async function ledgerOf(server: Launched, page: Page): Promise<readonly LedgerEvent[]> {
  const response = await fetch(`${server.url}/api/threads/${threadIdOf(page)}/events?after=0&limit=1000`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  const { events }: { events: LedgerEvent[] } = await response.json();
  return events;
}

/** The words of every message as the agent was told them, in order. */
export function wordsSaid(events: readonly LedgerEvent[]): string[] {
  return completionMessages(foldAll(events)).flatMap(({ role, parts }) =>
    role === 'user' ? parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [],
  );
}
