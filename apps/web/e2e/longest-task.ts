/**
 * The longest task of a page with a text of a megabyte, for each form that is made to cost much: `node apps/web/e2e/longest-task.ts
 * [PLACE [FORM…]]`. Counted in processor time of the page's main thread, the best of some rounds, so that a busy machine changes little.
 */
import type { EventDraft } from '@toolthread/core';
import { worstForms } from '@toolthread/core/testing';
import type { CDPSession, Page } from 'playwright-core';
import { builtPage } from './built-page.ts';
import { launchChromium } from './launch-chromium.ts';
import { ledgerText } from './ledger-text.ts';
import { serveFolder } from './static-server.ts';

const SIZE = 1_000_000;
const DELTA = 20_000;
const ROUNDS = 3;
const MOST_MS = 100;

const places = { answer, streamed, said, thought, failure, live, output, diff, argument, approval, question };

const [askedPlace, ...askedForms] = process.argv.slice(2);
const asked = Object.entries(places).filter(([place]) => askedPlace === undefined || place === askedPlace);
const forms = worstForms.filter(({ name }) => askedForms.length === 0 || askedForms.includes(name));
const texts = new Map<string, string>();
const [browser, folder] = await Promise.all([launchChromium(), builtPage('fixtures')]);
const server = await serveFolder(folder, texts);
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
// On a busy machine a text of a megabyte may take minutes to be there.
page.setDefaultTimeout(300_000);
const session = await page.context().newCDPSession(page);
const over: string[] = [];
let worst = 0;
for (const [place, draftsOf] of asked) {
  for (const { name, make } of forms) {
    texts.set('/text.jsonl', ledgerText(draftsOf(make(SIZE))));
    let best = Infinity;
    for (let round = 0; round < ROUNDS && best > MOST_MS / 2; round += 1) best = Math.min(best, await longestTask());
    worst = Math.max(worst, best);
    if (best > MOST_MS) over.push(`${place}, ${name}: ${Math.round(best)} ms`);
    console.log(`${Math.round(best)} ms  ${place}  ${name}`);
  }
}
await browser.close();
await server.close();
console.log(`longest ${Math.round(worst)} ms; over ${MOST_MS} ms: ${over.length}\n${over.join('\n')}`);

async function longestTask(): Promise<number> {
  await page.goto(`${server.url}/fixtures.html?ledger=none`);
  const traced = await trace(session, () => open(page));
  const mains = new Set(
    traced.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traced.filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`));
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

async function open(opened: Page): Promise<void> {
  await opened.goto(`${server.url}/fixtures.html?url=/text.jsonl&pieces=1`);
  // Not until an item is there: of a text that is blank nothing is drawn.
  await settle(opened);
  const closed = opened.locator('.tt-item [aria-expanded="false"], .tt-item .tt-link-button');
  for (let opens = 0; opens < 3 && (await closed.count()) > 0; opens += 1) {
    await closed.first().click({ noWaitAfter: true });
    await settle(opened);
  }
}

/** Pages of a long text follow one by one: until all events are there and nothing was added for a while. */
async function settle(opened: Page): Promise<void> {
  const all = opened.locator('nav output').filter({ hasText: /^(\d+) of \1 events$/ });
  for (let before = -1, now = 0; before !== now;) {
    await all.waitFor();
    before = now;
    await opened.waitForTimeout(300);
    now = await opened.evaluate(() => document.getElementsByTagName('*').length);
  }
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

function isTraceEvent(value: object): value is TraceEvent {
  return 'name' in value && 'pid' in value && 'tid' in value;
}

async function trace(to: CDPSession, run: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }): void => void events.push(...value.filter(isTraceEvent));
  to.on('Tracing.dataCollected', collect);
  await to.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'], excludedCategories: ['*'] },
  });
  await run();
  const done = new Promise((resolve) => to.once('Tracing.tracingComplete', resolve));
  await to.send('Tracing.end');
  await done;
  to.off('Tracing.dataCollected', collect);
  return events;
}

function answer(text: string): EventDraft[] {
  return [
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text },
    { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
  ];
}

function streamed(text: string): EventDraft[] {
  const drafts: EventDraft[] = [{ type: 'agent.step.started', step: 1 }];
  for (let offset = 0; offset < text.length; offset += DELTA) {
    drafts.push({ type: 'agent.text.delta', step: 1, part: 0, offset, text: text.slice(offset, offset + DELTA) });
  }
  return drafts;
}

function said(text: string): EventDraft[] {
  return [{ type: 'message.posted', author: 'human', parts: [{ type: 'text', text }], delivery: 'now' }];
}

function thought(text: string): EventDraft[] {
  return [
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.part.completed', step: 1, part: 0, kind: 'reasoning', text },
    { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
  ];
}

function failure(text: string): EventDraft[] {
  return [{ type: 'agent.status', status: 'failed', error_message: text }];
}

function live(text: string): EventDraft[] {
  return [
    ...called('run'),
    { type: 'agent.tool.started', step: 1, call: 'a' },
    { type: 'agent.tool.output.delta', step: 1, call: 'a', offset: 0, text },
  ];
}

function output(text: string): EventDraft[] {
  const parts = [{ type: 'text', text } as const];
  return [
    ...called('run'),
    { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'failed', parts, error: { message: text } },
  ];
}

function diff(text: string): EventDraft[] {
  const structured = { kind: 'diff', path: 'a.ts', patch: `@@ -1 +1 @@\n${text}` };
  return [
    ...called('edit'),
    { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'done', parts: [], structured },
  ];
}

function argument(text: string): EventDraft[] {
  return [
    ...called('save', JSON.stringify({ content: text })),
    { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'done', parts: [] },
  ];
}

function approval(text: string): EventDraft[] {
  const proposed = JSON.stringify({ command: text });
  return [
    ...called('run', proposed),
    { type: 'request.opened', request: 'r', kind: 'approval', call: 'a', step: 1, proposed_arguments: proposed },
  ];
}

function question(text: string): EventDraft[] {
  const questions = [{ question: text, options: [{ label: text, description: text }] }];
  return [...called('ask'), { type: 'request.opened', request: 'r', kind: 'question', call: 'a', step: 1, questions }];
}

function called(name: string, written = '{}'): EventDraft[] {
  return [
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'a', name, arguments: written },
  ];
}
