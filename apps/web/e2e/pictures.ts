/** Draws the pictures of the documentation again: `node apps/web/e2e/pictures.ts`. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { openLedger } from '@toolthread/store';
import { launchChromium } from './launch-chromium.ts';
import { launchServer } from './launch-server.ts';

const fixtures = new URL('../../../packages/core/fixtures/', import.meta.url);
const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

/** The threads of the list, the newest first: a golden ledger, how far, how many minutes ago, and what it is called there. */
const threads: readonly (readonly [ledger: string, events: number, minutes: number, title: string])[] = [
  ['tour', 71, 0, 'Upgrade the parser'],
  ['team-of-three-with-consensus', 99, 14, 'Ship the export or wait?'],
  ['long-results', 99, 95, 'What is installed here?'],
  ['failed-run', 99, 60 * 26, 'Translate the readme'],
  ['stop-during-tool', 99, 60 * 30, 'Rebuild the index'],
];

let shown = '';
async function seed(data: string): Promise<void> {
  const opened = await openLedger({ file: join(data, 'ledger.db') });
  if (!opened.ok) throw new Error(opened.error.message);
  const ledger = opened.value;
  for (const [name, count, minutes, title] of threads.toReversed()) {
    const events = readFileSync(new URL(`${name}.jsonl`, fixtures), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(0, count)
      .map((line): LedgerEvent => JSON.parse(line));
    const shift = Date.now() - minutes * 60_000 - (events.at(-1)?.at ?? 0);
    const created = await ledger.createThread({ title });
    if (!created.ok) throw new Error(created.error.message);
    shown = created.value[0]?.thread ?? '';
    const drafts = events.filter(({ type }) => !type.startsWith('thread.')).map((event) => draftOf(event, shift));
    const kept = await ledger.append(shown, drafts);
    if (!kept.ok) throw new Error(kept.error.message);
  }
  await ledger.close();
}

const server = await launchServer({ program: 'demo', speed: 4, seed });
const browser = await launchChromium();
mkdirSync(images, { recursive: true });
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1380 }, colorScheme });
  await page.goto(server.address);
  await page.locator('.tt-threads').waitFor();
  await page.goto(`${server.url}/t/${shown}`);
  await page.locator('.tt-group-head', { hasText: /7 tool calls/ }).click();
  await page.locator('.tt-request').scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  // The totals come half a second after the events.
  await page.waitForTimeout(900);
  await page.screenshot({ path: join(images, `thread-${colorScheme}.png`) });
}
await browser.close();
await server.close();

/** The store gives an event its thread and place again. */
function draftOf(event: LedgerEvent, shift: number): EventDraft {
  const { v, thread, seq, at, ...draft } = event;
  if (v !== 1 || thread === '' || seq < 1) throw new Error(`no event: ${JSON.stringify(event)}`);
  return { ...draft, at: at + shift };
}
