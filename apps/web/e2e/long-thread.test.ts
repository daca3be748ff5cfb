/** A thread that is longer than a page reads at once: its newest part first, and the rest when the reader goes there. */
import { expect, test } from 'vitest';
import { longLedger } from './ledger-text.ts';
import { seedThread } from './seed-thread.ts';
import { withServer } from './with-server.ts';

const TURNS = 1000;

let thread = '';
const stage = withServer({
  seed: async (data) => {
    thread = await seedThread(data, 'Long', longLedger(TURNS).slice(1));
  },
});

test('[L1] the newest turn is there without the rest, the header counts all, and going up and Home lead to the first', async () => {
  const page = await stage.enter();
  await page.locator('.first-words').waitFor();
  const cursors: number[] = [];
  page.on('request', (request) => {
    const after = /\/events\?after=(\d+)/.exec(request.url())?.[1];
    if (after !== undefined) cursors.push(Number(after));
  });
  await page.goto(`${stage.server.url}/t/${thread}`);
  await page.getByText(`Answer ${TURNS - 1}.`).waitFor();
  // 19 events a turn: it was not read from its beginning.
  expect(Math.min(...cursors)).toBeGreaterThan(TURNS * 15);
  await expect.poll(() => page.locator('.bar-done').textContent()).toMatch(/^5,?000 tool calls/);
  const map = page.getByRole('slider', { name: 'Turns' });
  await expect.poll(() => map.getAttribute('aria-valuetext')).toBe(`Turn ${TURNS}: Question ${TURNS - 1}`);

  const scroller = page.locator('.tt-scroller');
  const first = Math.floor((Math.min(...cursors) - 1) / 19);
  const earliest = async (): Promise<number> => {
    const answers = await page.getByText(/Answer \d+\./).allTextContents();
    return Math.min(...answers.map((text) => Number(/Answer (\d+)\./.exec(text)?.[1])));
  };
  await scroller.hover();
  // Whoever goes up fast may pass the first of them between two looks.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -4000);
      return earliest();
    })
    .toBeLessThan(first);
  // What is above was added above: nothing that was in sight went elsewhere, and each turn is there once.
  const drawn = await page
    .locator('.tt-item[data-index]')
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-index'))));
  expect(new Set(drawn).size).toBe(drawn.length);

  await scroller.focus();
  // What is read takes a while: that is said at once.
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/events?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Home');
  await page.getByText('Loading earlier turns…').waitFor();
  goOn();
  await page.getByText('Question 0', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Loading earlier turns…').count()).toBe(0);
  expect(await page.getByText('Show earlier turns').count()).toBe(0);
  await expect.poll(() => map.getAttribute('aria-valuetext')).toBe('Turn 1: Question 0');
  await page.keyboard.press('End');
  await page.getByText(`Answer ${TURNS - 1}.`).waitFor();
  await expect.poll(() => page.locator('.bar-done').textContent()).toMatch(/^5,?000 tool calls/);
});

test('[L1] an export of a thread of which the newest part is here has all of it', async () => {
  const page = await stage.enter({}, `/t/${thread}`);
  await page.getByText(`Answer ${TURNS - 1}.`).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Markdown/ }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  for (const turn of [0, 1, TURNS / 2, TURNS - 1]) expect(text).toContain(`Question ${turn}\n`);
});

test('[issue 13] while nothing of a thread is here, the page says that it is loading', async () => {
  const page = await stage.enter();
  await page.locator('.first-words').waitFor();
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route(/\/api\/threads\/[^/?]+\/(?:cut|events)/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${stage.server.url}/t/${thread}`);
  await page.getByText('Loading this thread…').waitFor();
  await page.getByText('A very long one takes a while').waitFor();
  go();
  await page.getByText(`Answer ${TURNS - 1}.`).waitFor();
  expect(await page.locator('.thread-loading').count()).toBe(0);
});
