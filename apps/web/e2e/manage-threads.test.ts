import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pressWhile } from './page-state/press-while.ts';
import { messageBox, say, threadIdOf } from './say.ts';
import { withServer } from './with-server.ts';

const stage = withServer({ speed: 50 });

async function begin(page: Page, text: string): Promise<string> {
  await page.getByRole('link', { name: 'New thread' }).click();
  await messageBox(page).waitFor();
  await say(page, text);
  await page.locator('.tt-answer[data-state=done]').last().waitFor();
  return threadIdOf(page);
}

const row = (page: Page, title: string): Locator =>
  page.getByRole('navigation', { name: 'Threads' }).getByRole('link', { name: title });

/** The buttons of a row, by keyboard alone. */
async function openActions(page: Page, title: string): Promise<Locator> {
  await row(page, title).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

async function press(page: Page, button: Locator): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
}

test('[issue 13] rename and pin, by keyboard: the list and the page say it at once, and after a reload', async () => {
  const page = await stage.enter();
  await begin(page, 'Rename me please');
  await begin(page, 'A newer thread');
  const dialog = await openActions(page, 'Rename me please');
  expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Rename me please');
  // The title is what is typed over: no space presses a button.
  await page.keyboard.type('Better <b>name</b>');
  expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Better <b>name</b>');
  await page.keyboard.press('Enter');
  await row(page, 'Better <b>name</b>').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  // The keyboard is where it was.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('Actions');
  await openActions(page, 'Better <b>name</b>');
  await press(page, page.getByRole('button', { name: 'Pin', exact: true }));
  const pinned = page.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: 'Better <b>name</b>' });
  await pinned.waitFor();
  await page.reload();
  await pinned.waitFor();
  await openActions(page, 'Better <b>name</b>');
  await press(page, page.getByRole('button', { name: 'Unpin' }));
  await expect.poll(() => page.getByRole('region', { name: 'Pinned' }).count()).toBe(0);
});

test('[issue 13] a thread that is pressed stays under the pointer, though others move up meanwhile', async () => {
  const page = await stage.enter();
  const first = await begin(page, 'Pressed in the list');
  await begin(page, 'Beside it');
  let areTurned = false;
  await page.route('**/api/threads?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const [newest] = answer.threads;
    if (areTurned) answer.threads.unshift(...[1, 2].map((n) => ({ ...newest, id: `later${n}`, title: `Later ${n}` })));
    await route.fulfill({ response, json: answer });
  });
  await pressWhile(row(page, 'Pressed in the list'), /\/api\/threads\?/, () => (areTurned = true));
  await expect.poll(() => threadIdOf(page)).toBe(first);
});

test('[issue 13] archive, and back from there', async () => {
  const page = await stage.enter();
  const id = await begin(page, 'Put me away');
  await openActions(page, 'Put me away');
  await press(page, page.getByRole('button', { name: 'Move to the archive' }));
  await expect.poll(() => row(page, 'Put me away').count()).toBe(0);
  // It was the one that was shown.
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  await expect.poll(() => page.getByRole('main').count()).toBe(1);
  await page.getByRole('combobox', { name: 'Which list' }).selectOption('Archive');
  await row(page, 'Put me away').click();
  await page.getByText('This thread is in the archive.').waitFor();
  expect(threadIdOf(page)).toBe(id);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('This thread is in the archive.').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Which list' }).selectOption('Threads');
  await row(page, 'Put me away').waitFor();
});

test('[issue 13] delete asks once; it is back from the bin, also by speaking in it; and can be deleted for good', async () => {
  const page = await stage.enter();
  await begin(page, 'Throw me away');
  await begin(page, 'Another one');
  await openActions(page, 'Throw me away');
  await press(page, page.getByRole('button', { name: 'Delete…' }));
  await page.getByText('can be restored within 30 days').waitFor();
  await press(page, page.getByRole('button', { name: 'Keep it' }));
  await press(page, page.getByRole('button', { name: 'Delete…' }));
  // The question has the keyboard.
  await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => row(page, 'Throw me away').count()).toBe(0);
  await row(page, 'Another one').waitFor();
  const lists = page.getByRole('combobox', { name: 'Which list' });
  await lists.selectOption('Bin');
  await row(page, 'Throw me away').click();
  await page.getByText('This thread is in the bin. It will be deleted permanently on').waitFor();
  await say(page, 'Still here?');
  await page.getByText('This thread is in the bin.').waitFor({ state: 'detached' });
  await lists.selectOption('Threads');
  await row(page, 'Throw me away').waitFor();
  await page.locator('.tt-answer[data-state=done]').last().waitFor();
  await expect.poll(() => page.locator('.tt-thread-row .tt-spinner').count()).toBe(0);
  await openActions(page, 'Throw me away');
  await press(page, page.getByRole('button', { name: 'Delete…' }));
  await press(page, page.getByRole('button', { name: 'Delete', exact: true }));
  await expect.poll(() => row(page, 'Throw me away').count()).toBe(0);
  await lists.selectOption('Bin');
  await openActions(page, 'Throw me away');
  await press(page, page.getByRole('button', { name: 'Delete permanently…' }));
  await press(page, page.getByRole('button', { name: 'Delete permanently', exact: true }));
  await page.getByRole('status').filter({ hasText: 'Nothing here.' }).waitFor();
  expect(await row(page, 'Throw me away').count()).toBe(0);
});

test.each([
  ['works', 'Wait for me', 'working'],
  ['waits for a person', 'Upgrade it', 'waiting'],
])('[issue 13] a thread in which a run %s is stopped and deleted, asked once', async (_, words, state) => {
  const page = await stage.enter();
  await page.getByRole('link', { name: 'New thread' }).click();
  await say(page, words);
  await row(page, words).locator(`[data-state=${state}]`).waitFor();
  await openActions(page, words);
  await press(page, page.getByRole('button', { name: 'Delete…' }));
  await page.getByText('A run is working here or waits for you: it is stopped first.').waitFor();
  await press(page, page.getByRole('button', { name: 'Stop and delete' }));
  await expect.poll(() => row(page, words).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Which list' }).selectOption('Bin');
  await row(page, words).locator('[data-state=interrupted]').waitFor();
  // It may have been tried before the run was over.
  stage.misdeeds.splice(0);
});

test('[issue 13] what is refused is said, and the dialog stays', async () => {
  const page = await stage.enter();
  const id = await begin(page, 'Gone meanwhile');
  await page.getByRole('link', { name: 'New thread' }).click();
  await openActions(page, 'Gone meanwhile');
  await press(page, page.getByRole('button', { name: 'Delete…' }));
  const headers = { authorization: `Bearer ${stage.server.token}` };
  await fetch(`${stage.server.url}/api/threads/${id}`, { method: 'DELETE', headers });
  await press(page, page.getByRole('button', { name: 'Delete', exact: true }));
  await page.getByRole('alert').filter({ hasText: 'Not done' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  stage.misdeeds.splice(0);
});

test('[issue 13] what somebody else did meanwhile is unread until it is looked at; the list chooses by state and day', async () => {
  const page = await stage.enter();
  await begin(page, 'Mine, and seen');
  expect(await page.locator('[data-unread]').count()).toBe(0);
  const headers = { authorization: `Bearer ${stage.server.token}`, 'content-type': 'application/json' };
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${stage.server.url}/api/threads${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { id }: { id: string } = await (await post('', { title: 'From elsewhere' })).json();
  await post(`/${id}/messages`, { text: 'Hello' });
  // It moves up by itself, with its state.
  const news = page.getByRole('link', { name: /Done, unread.*From elsewhere/ });
  await news.waitFor();
  expect(await page.locator('.tt-thread-row').first().textContent()).toContain('From elsewhere');
  await news.click();
  await page.locator('.tt-answer[data-state=done]').last().waitFor();
  await expect.poll(() => page.locator('[data-unread]').count()).toBe(0);
  await row(page, 'Mine, and seen').click();
  await page.reload();
  await row(page, 'From elsewhere').waitFor();
  expect(await page.locator('[data-unread]').count()).toBe(0);

  const states = page.getByRole('combobox', { name: 'State' });
  await states.selectOption('Failed');
  await page.getByRole('status').filter({ hasText: 'Nothing here.' }).waitFor();
  await states.selectOption('Done');
  await row(page, 'From elsewhere').waitFor();
  await states.selectOption('Any state');
  await page.getByRole('combobox', { name: 'When' }).selectOption('Today');
  await row(page, 'From elsewhere').waitFor();
});

test('[issue 13] what home is filtered by is there after a reload, and beside a search', async () => {
  const page = await stage.enter();
  const states = page.getByRole('combobox', { name: 'State' });
  const chosen = (): Promise<string> => states.locator('option:checked').innerText();
  await states.selectOption('Failed');
  await expect.poll(() => new URL(page.url()).search).toBe('?state=failed');
  await page.reload();
  await expect.poll(chosen).toBe('Failed');
  await page.getByRole('searchbox', { name: 'Search all threads and sessions' }).fill('okapi');
  await expect.poll(() => new URL(page.url()).search).toBe('?state=failed&search=okapi');
  await page.getByRole('searchbox', { name: 'Search all threads and sessions' }).fill('');
  await states.selectOption('Any state');
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('[issue 13] titles have two lines at most: those that begin alike are told apart by more of their words', async () => {
  const page = await stage.enter();
  const begins = 'Upgrade the parser of the configuration and make all of its tests pass again';
  const long = `${begins}, and then all of those that failed last week, one after the other`;
  for (const title of [begins, long]) {
    const made = await fetch(`${stage.server.url}/api/threads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stage.server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    });
    expect(made.status).toBe(201);
  }
  const titles = page.locator('.tt-thread-row b', { hasText: begins });
  await expect.poll(() => titles.count()).toBe(2);
  const lines = await titles.evaluateAll((all) =>
    all.map((title) =>
      Math.round(title.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(title).lineHeight)),
    ),
  );
  expect(lines).toEqual([2, 2]);
});

test('[issue 13] how long ago something was grows while nothing happens', async () => {
  const page = await stage.open({ locale: 'en-GB' });
  await page.clock.install();
  await page.goto(stage.server.address);
  const age = row(page, 'Mine, and seen').locator('> small');
  await age.waitFor();
  const before = await age.innerText();
  await page.clock.runFor(3 * 60_000);
  expect(await age.innerText()).not.toBe(before);
});

test('[issue 13] the row of the open thread is in sight in the list, however it was opened, and nothing else moves for it', async () => {
  const page = await stage.enter({ viewport: { width: 1000, height: 330 } });
  await begin(page, 'Begun first of all');
  const first = page.url();
  for (let n = 0; n < 5; n += 1) await begin(page, `Begun later ${n}`);
  const isInSight = (): Promise<boolean> =>
    page.locator('.tt-thread-row[aria-current]').evaluate((current) => {
      const list = current.closest('.tt-threads')?.getBoundingClientRect();
      const { top, bottom } = current.getBoundingClientRect();
      return list !== undefined && top >= list.top && bottom <= list.bottom;
    });
  await page.goto(first);
  await page.locator('.tt-thread-row[aria-current]', { hasText: 'Begun first' }).waitFor();
  await expect.poll(isInSight).toBe(true);
  await page.locator('.tt-scroller').focus();
  for (let n = 0; n < 4; n += 1) {
    await page.keyboard.press('[');
    await page.locator('.tt-thread-row[aria-current]', { hasText: `Begun later ${n}` }).waitFor();
    await page.locator('.tt-answer[data-state=done]').waitFor();
  }
  await expect.poll(isInSight).toBe(true);
  await page.setViewportSize({ width: 390, height: 330 });
  await page.goto(first);
  await page.locator('.tt-answer[data-state=done]').waitFor();
  expect(await page.evaluate(() => [scrollX, scrollY, document.querySelector('.page')?.scrollLeft])).toEqual([0, 0, 0]);
  // There the list is behind a button: it opens at that row, and the keyboard is there.
  await page.getByRole('button', { name: 'Threads' }).click();
  await page.locator('.tt-thread-row[aria-current]:focus').waitFor();
  expect(await isInSight()).toBe(true);
});
