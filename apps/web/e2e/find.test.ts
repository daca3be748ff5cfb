/** Finding one's way in a long thread: words, failures, turns, and links to a place. */
import type { EventDraft } from '@toolthread/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './page-state/axe-violations.ts';
import { longLedger } from './ledger-text.ts';
import { messageBox, pressFind } from './say.ts';
import { seedThread } from './seed-thread.ts';
import { withServer } from './with-server.ts';

const TURNS = 2000;
const NEEDLE = 'a needle in the hay';

/** 2,000 turns: words far up, a failed call in two of them, and one group of 700 calls. */
function hay(): EventDraft[] {
  return longLedger(TURNS)
    .slice(1)
    .map((draft): EventDraft => {
      if (draft.type !== 'agent.tool.completed' || draft.call !== 'c3') return draft;
      if (draft.step === 2 * 700 + 1)
        return { ...draft, parts: [{ type: 'text', text: `${'hay\n'.repeat(40)}${NEEDLE}` }] };
      if (draft.step === 2 * 300 + 1 || draft.step === 2 * 1500 + 1)
        return { ...draft, outcome: 'failed', error: { message: 'It broke.' } };
      return draft;
    });
}

function crowd(): EventDraft[] {
  const calls = Array.from({ length: 700 }, (_, part): EventDraft[] => [
    {
      type: 'agent.tool.called',
      step: 1,
      part,
      call: `c${part}`,
      name: 'read_file',
      arguments: `{"path":"file-${part}.ts"}`,
    },
    {
      type: 'agent.tool.completed',
      step: 1,
      call: `c${part}`,
      outcome: part === 123 ? 'failed' : 'done',
      parts: [{ type: 'text', text: `result of ${part}.` }],
    },
  ]);
  return [
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'Read them' }], delivery: 'now' },
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    ...calls.flat(),
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    { type: 'agent.status', status: 'completed' },
  ];
}

let [long, wide] = ['', ''];
const stage = withServer({
  seed: async (data) => {
    long = await seedThread(data, 'Long', hay());
    wide = await seedThread(data, 'Wide', crowd());
  },
});

async function open(thread: string, anchor = ''): Promise<Page> {
  const page = await stage.enter({}, `/t/${thread}`);
  await page.locator('.tt-item').first().waitFor();
  if (anchor !== '') {
    await page.goto('about:blank');
    await page.goto(`${stage.server.url}/t/${thread}${anchor}`);
  }
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await field(page).press('Escape');
  return page;
}

const bar = (page: Page) => page.getByRole('search', { name: 'Find in this thread' });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Find in this thread' });
const count = (page: Page) => bar(page).getByRole('status');
const isInSight = (page: Page, text: string): Promise<boolean> =>
  page.evaluate((words) => {
    const box = document.querySelector('.tt-scroller')?.getBoundingClientRect();
    const found = [...document.querySelectorAll('.tt-scroller *')].findLast((each) =>
      each.textContent?.includes(words),
    );
    const at = found?.getBoundingClientRect();
    return box !== undefined && at !== undefined && at.bottom > box.top && at.top < box.bottom;
  }, text);
/** The words that the browser marks as found, where the reader is led to. */
const marked = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...(CSS.highlights.get('found-here') ?? [])].map((range) => (range instanceof Range ? range.toString() : '')),
  );

test('words in 2,000 turns: found in what is not mounted, their group opened, and the focus given back', async () => {
  const page = await open(long);
  await page.locator('.tt-answer', { hasText: `Answer ${TURNS - 1}` }).waitFor();
  await messageBox(page).focus();
  await pressFind(page);
  await field(page).fill('NEEDLE in the');
  await expect.poll(() => count(page).textContent()).toBe('1 of 1');
  await expect.poll(() => marked(page)).toEqual(['needle in the']);
  await expect.poll(() => isInSight(page, NEEDLE)).toBe(true);
  await field(page).fill('Question 19');
  const said = Array.from({ length: TURNS }, (_, turn) => String(turn)).filter((turn) => turn.startsWith('19'));
  // Wherever one was before, it begins with the first.
  await expect.poll(() => count(page).textContent()).toBe('1 of 111');
  await expect.poll(() => isInSight(page, `Question ${said[0]}`)).toBe(true);
  await field(page).press('Enter');
  await expect.poll(() => count(page).textContent()).toBe('2 of 111');
  await field(page).press('Shift+Enter');
  await expect.poll(() => count(page).textContent()).toBe('1 of 111');
  // Led on before it was there: it ends where it was led last.
  for (let times = 0; times < 3; times += 1) await field(page).press('Enter');
  const last = 3;
  await expect.poll(() => count(page).textContent()).toBe(`${last + 1} of 111`);
  await expect.poll(() => marked(page)).toEqual(['Question 19']);
  await expect.poll(() => isInSight(page, `Question ${said[last]}`)).toBe(true);
  await field(page).fill('words that nobody said');
  await expect.poll(() => count(page).textContent()).toBe('Nothing found');
  await field(page).press('Escape');
  await bar(page).waitFor({ state: 'detached' });
  await expect.poll(() => messageBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
  await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0);
});

test('[issue 13] it says that it is looking until all of the thread is here and was looked through', async () => {
  const page = await stage.enter({}, `/t/${long}`);
  await page.locator('.tt-answer', { hasText: `Answer ${TURNS - 1}` }).waitFor();
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/events?*', async (route) => {
    await held;
    await route.continue();
  });
  await pressFind(page);
  await field(page).fill(NEEDLE);
  await expect.poll(() => count(page).textContent()).toBe('Looking…');
  const told = await count(page).evaluateHandle((element) => {
    const words: (string | null)[] = [];
    new MutationObserver(() => words.push(element.textContent)).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return words;
  });
  goOn();
  await expect.poll(() => count(page).textContent()).toBe('1 of 1');
  expect(await told.jsonValue()).not.toContain('Nothing found');
});

test('an entry in the middle of 700 is shown, and no more than 180 are mounted on any way to it', async () => {
  const page = await open(wide);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await field(page).fill('result of 300.');
  await expect.poll(() => marked(page)).toEqual(['result of 300.']);
  expect(await page.locator('.tt-call').count()).toBeLessThanOrEqual(180);
  expect(await axeViolations(page)).toEqual([]);
  await field(page).press('Escape');
  await page.getByRole('button', { name: 'First entries' }).click();
  await expect.poll(() => isInSight(page, 'file-0.ts')).toBe(true);
  await page.getByRole('button', { name: 'Newest entries' }).click();
  await page.locator('.tt-call', { hasText: 'file-699.ts' }).waitFor();
  expect(await page.locator('.tt-call').count()).toBeLessThanOrEqual(180);
});

test('how many failed is a way to the first of them', async () => {
  const page = await open(wide);
  await page.getByText('1 failed', { exact: true }).first().click();
  await expect.poll(() => isInSight(page, 'file-123.ts')).toBe(true);
});

test('letters lead from failure to failure and from prompt to prompt, with Shift back', async () => {
  const page = await open(long);
  await page.locator('.tt-answer', { hasText: `Answer ${TURNS - 1}` }).waitFor();
  const press = async (key: string, shown: string): Promise<void> => {
    await page.locator('.tt-scroller').focus();
    await page.keyboard.press(key);
    await expect.poll(() => count(page).textContent()).toBe(shown);
  };
  await press('Shift+F', '2 of 2');
  await expect.poll(() => isInSight(page, 'Question 1500')).toBe(true);
  await press('Shift+F', '1 of 2');
  await expect.poll(() => isInSight(page, 'Question 300')).toBe(true);
  await press('p', '302 of 2,000');
  await expect.poll(() => isInSight(page, 'Question 301')).toBe(true);
});

test('a link to an entry opens at it, after a reload too', async () => {
  const page = await open(long);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await field(page).fill(NEEDLE);
  await expect.poll(() => marked(page)).toEqual([NEEDLE]);
  const entry = await page.locator('[data-entry]', { hasText: NEEDLE }).last().getAttribute('data-entry');
  const linked = await open(long, `#${new URLSearchParams({ at: entry ?? '' }).toString()}`);
  await expect.poll(() => isInSight(linked, 'file-3.ts')).toBe(true);
  const shown = linked.locator(`[data-entry="${entry}"]`);
  await expect.poll(() => shown.count()).toBe(1);
  await linked.reload();
  await expect.poll(() => shown.count()).toBe(1);
  await expect.poll(() => isInSight(linked, 'file-3.ts')).toBe(true);
});

test('the map of 2,000 turns is one drawing that fits, and leads anywhere by keys and by the mouse', async () => {
  const page = await open(long);
  await page.locator('.tt-answer', { hasText: `Answer ${TURNS - 1}` }).waitFor();
  const map = page.getByRole('slider', { name: 'Turns' });
  await expect.poll(() => map.getAttribute('aria-valuetext')).toBe(`Turn ${TURNS}: Question ${TURNS - 1}`);
  const nodes = await page
    .getByRole('navigation', { name: 'Turns' })
    .evaluate((nav) => nav.querySelectorAll('*').length);
  expect(nodes).toBeLessThan(12);
  await map.focus();
  await map.press('PageUp');
  await expect.poll(() => isInSight(page, `Question ${TURNS - 11}`)).toBe(true);
  // What is before the newest part is read, and drawn.
  await map.press('Home');
  await expect.poll(() => isInSight(page, 'Question 0')).toBe(true);
  const box = await map.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThan(901);
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect.poll(async () => Number(await map.getAttribute('aria-valuenow'))).toBeGreaterThan(980);
  expect(Number(await map.getAttribute('aria-valuenow'))).toBeLessThan(1020);
});

test('[stranger 13] who points at the map sees all turns in it: a point of it means one place', async () => {
  // What opens Find reads all.
  const page = await stage.enter({}, `/t/${long}`);
  const map = page.getByRole('slider', { name: 'Turns' });
  const more = page.getByRole('button', { name: 'Show all turns' });
  await more.waitFor();
  await map.hover();
  await expect.poll(() => more.count()).toBe(0);
  const box = await map.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect.poll(async () => Number(await map.getAttribute('aria-valuenow'))).toBeGreaterThan(980);
  expect(Number(await map.getAttribute('aria-valuenow'))).toBeLessThan(1020);
});

test('a single turn has no map', async () => {
  const page = await open(wide);
  await page.locator('.tt-group-head').first().waitFor();
  expect(await page.getByRole('slider', { name: 'Turns' }).count()).toBe(0);
});

test('[issue 13] a click on Find is kept until what finds is loaded', async () => {
  const page = await open(wide);
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/reading-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  expect(await page.locator('.find-bar').count()).toBe(0);
  held.resolve();
  await page.locator('.find-bar').waitFor();
});
