import { foldAll } from '@toolthread/core';
import { queuedMessages } from '@toolthread/core/summary';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lowContrast } from './page-state/low-contrast.ts';
import { goOn, ledgerOf, messageBox, queue, queued, say, waitForMe, wordsSaid } from './say.ts';
import { withServer } from './with-server.ts';

const stage = withServer();

/** A thread whose tool runs until the test lets it end. */
async function begin(options?: BrowserContextOptions): Promise<Page> {
  const page = await stage.enter(options);
  await waitForMe(stage.server, page);
  await page.locator('.tt-group', { hasText: 'Working' }).waitFor();
  return page;
}

describe('messages for later', () => {
  test('wait in order while the run goes on, and are said one after the other when it completes', async () => {
    const page = await begin();
    await queue(page, 'first thing');
    await messageBox(page).fill('second thing');
    await page.getByRole('button', { name: /^Queue/ }).click();
    await queued(page, 'second thing').waitFor();
    await expect.poll(() => messageBox(page).inputValue()).toBe('');
    const list = page.getByRole('region', { name: 'Queued · sent when the run completes' });
    expect(await list.locator('.tt-queued').allTextContents()).toEqual(['first thing', 'second thing']);
    expect(await page.locator('.tt-bubble').allTextContents()).toEqual(['Wait for me']);

    await page.reload();
    await queued(page, 'second thing').waitFor();
    goOn(stage.server, page);
    await page.locator('.tt-answer', { hasText: 'You said: second thing' }).waitFor();
    expect(await page.locator('.tt-bubble').allTextContents()).toEqual(['Wait for me', 'first thing', 'second thing']);
    await list.waitFor({ state: 'detached' });
    expect(wordsSaid(await ledgerOf(stage.server, page))).toEqual(['Wait for me', 'first thing', 'second thing']);
  });

  test('are edited in place: Enter keeps the new words, Escape the old ones, and the run goes on', async () => {
    const page = await begin();
    await queue(page, 'old words');
    const edit = page.getByRole('textbox', { name: 'Edit message' });
    await page.getByRole('button', { name: 'Edit: old words' }).click();
    await edit.fill('never mind');
    await page.keyboard.press('Escape');
    expect(await queued(page, 'old words').count()).toBe(1);
    // Escape was the editor's: nobody was stopped.
    expect(await page.getByRole('button', { name: /^Stop/ }).textContent()).toContain('Stop Esc');

    await page.getByRole('button', { name: 'Edit: old words' }).click();
    await edit.press('End');
    await edit.pressSequentially(', and');
    await page.keyboard.press('Shift+Enter');
    await edit.pressSequentially('new ones');
    await page.keyboard.press('Enter');
    await edit.waitFor({ state: 'detached' });
    await queued(page, 'new ones').waitFor();
    goOn(stage.server, page);
    await page.locator('.tt-bubble', { hasText: 'new ones' }).waitFor();
    expect(await page.locator('.tt-bubble').last().innerText()).toBe('old words, and\nnew ones');
  });

  test('are removed, and the keyboard finds its way back', async () => {
    const page = await begin();
    await queue(page, 'one');
    await queue(page, 'two');
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/threads/*/messages/*', async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Remove: one' }).focus();
    await page.keyboard.press('Enter');
    // The row goes before the answer comes: the keyboard is on the list then, and after it.
    await queued(page, 'one').waitFor({ state: 'detached' });
    const list = page.getByRole('region', { name: /^Queued/ });
    await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true);
    answer();
    const next = page.getByRole('button', { name: 'Edit: two' });
    await expect.poll(() => next.isEnabled()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await next.evaluate((element) => element === document.activeElement)).toBe(true);
    // What was removed is not lost.
    await expect.poll(() => messageBox(page).inputValue()).toBe('one');
    await page.getByRole('button', { name: 'Remove: two' }).click();
    await page.getByRole('region', { name: /^Queued/ }).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Message');
    goOn(stage.server, page);
    await page.locator('.tt-answer[data-state=done]').waitFor();
    expect(wordsSaid(await ledgerOf(stage.server, page)).join(' ')).not.toMatch(/one|two/);
  });

  test('are sent now: out of the list and to those at work', async () => {
    const page = await begin();
    await queue(page, 'not so late');
    await page.getByRole('button', { name: 'Send now: not so late' }).click();
    await page.locator('.tt-bubble', { hasText: 'not so late' }).waitFor();
    await page.getByRole('region', { name: /^Queued/ }).waitFor({ state: 'detached' });
    const [said] = queuedMessages(foldAll(await ledgerOf(stage.server, page)));
    expect([said?.state, said?.message.delivery]).toEqual(['said', 'steer']);
    goOn(stage.server, page);
    await page.locator('.tt-answer', { hasText: 'You said: not so late' }).waitFor();
  });

  test('wait for the person after a stop, and then go all at once', async () => {
    const page = await begin();
    await queue(page, 'first');
    await queue(page, 'second');
    await page.getByRole('button', { name: /^Stop/ }).click();
    await page.getByRole('region', { name: 'Queued · waits for you' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Send all now' }).click();
    await page.locator('.tt-answer', { hasText: 'You said: second' }).waitFor();
    expect((await page.locator('.tt-bubble').allTextContents()).slice(1)).toEqual(['first', 'second']);
    await page.getByRole('region', { name: /^Queued/ }).waitFor({ state: 'detached' });
  });

  test('are told to a screen reader', async () => {
    const page = await begin();
    await queue(page, 'first');
    await page.getByRole('status').filter({ hasText: '1 message queued' }).waitFor({ state: 'attached' });
  });
});

describe('a message that nobody has read', () => {
  test('[U2 8] says so after a stop, with what can be done about it, where no mouse is', async () => {
    const page = await begin();
    await say(page, 'one more thing');
    await page.getByRole('button', { name: /^Stop/ }).click();
    await page.locator('.tt-status', { hasText: 'Stopped' }).waitFor();
    await page.mouse.move(0, 0);
    const row = page.locator('.tt-message', { hasText: 'one more thing' }).locator('.tt-message-actions');
    await expect.poll(() => row.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    expect(await row.textContent()).toBe('The agent has not read this yetEditWithdraw');
    // It stands apart from what is below it.
    const [below, above] = await Promise.all(
      [page.locator('.tt-status', { hasText: 'Stopped' }), row].map((part) => part.boundingBox()),
    );
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 99)).toBeGreaterThanOrEqual(4);
  });

  test('[U2 15] is queued by a finger, at 400 px', async () => {
    const page = await begin();
    await page.setViewportSize({ width: 400, height: 700 });
    const button = page.getByRole('button', { name: /^Queue/ });
    await button.waitFor();
    await messageBox(page).fill('for later');
    await button.click();
    await queued(page, 'for later').waitFor();
  });

  test('is changed on its bubble, and the agent hears the new words only', async () => {
    const page = await begin();
    await say(page, 'wrong words');
    await page.locator('.tt-bubble', { hasText: 'wrong words' }).hover();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Edit message' }).fill('right words');
    await page.keyboard.press('Enter');
    await page.locator('.tt-bubble', { hasText: 'right words' }).waitFor();
    goOn(stage.server, page);
    await page.locator('.tt-answer', { hasText: 'You said: right words' }).waitFor();
    expect(wordsSaid(await ledgerOf(stage.server, page)).join(' ')).not.toContain('wrong words');
    await expect.poll(() => page.getByRole('button', { name: /^(?:Edit|Withdraw)$/ }).count()).toBe(0);
  });

  test('is taken back, by keyboard, and the agent never hears of it', async () => {
    const page = await begin();
    await say(page, 'a slip');
    await page.getByRole('button', { name: 'Withdraw' }).waitFor({ state: 'attached' });
    await page.locator('.tt-scroller').focus();
    await page.keyboard.press('k');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Withdraw');
    await page.keyboard.press('Enter');
    await page.locator('.tt-bubble', { hasText: 'a slip' }).waitFor({ state: 'detached' });
    goOn(stage.server, page);
    await page.locator('.tt-answer[data-state=done]').waitFor();
    expect(wordsSaid(await ledgerOf(stage.server, page)).join(' ')).not.toContain('a slip');
  });

  test('read while it is being changed: the page says so, and what was written is sent as a new message', async () => {
    const page = await begin();
    await say(page, 'too quick');
    await page.locator('.tt-bubble', { hasText: 'too quick' }).hover();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = page.getByRole('textbox', { name: 'Edit message' });
    await edit.fill('my better words');
    goOn(stage.server, page);
    await page.locator('.tt-answer', { hasText: 'You said: too quick' }).waitFor();
    await page.getByText('The agent has already read this message. Your changes are kept here.').waitFor();
    expect(await edit.inputValue()).toBe('my better words');
    await page.getByRole('button', { name: 'Send as a new message' }).click();
    await page.locator('.tt-answer', { hasText: 'You said: my better words' }).waitFor();
    await edit.waitFor({ state: 'detached' });
  });

  test('a refusal by the server is told in words, and the words stay in the editor', async () => {
    const page = await begin();
    await say(page, 'said');
    await queue(page, 'held');
    await page.route('**/api/threads/*/messages/*', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: 'too_late', message: 'The message was read already.' } }),
      }),
    );
    const edit = page.getByRole('textbox', { name: 'Edit message' });
    for (const open of ['Edit: held', 'Edit']) {
      await page.locator('.tt-bubble', { hasText: 'said' }).hover();
      await page.getByRole('button', { name: open, exact: true }).click();
      await edit.fill('kept');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'The message was read already.' }).waitFor();
      expect(await edit.inputValue()).toBe('kept');
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Remove: held' }).click();
    await page.getByRole('alert').filter({ hasText: 'The message was read already.' }).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await queued(page, 'held').waitFor();
  });

  test('a message that was taken back to be sent, and was not sent, is not lost', async () => {
    const page = await begin();
    await queue(page, 'precious');
    await page.route('**/api/threads/*/messages', (route) => route.abort());
    await page.getByRole('button', { name: 'Send now: precious' }).click();
    const edit = page.getByRole('textbox', { name: 'Edit message' });
    await edit.waitFor();
    expect(await edit.inputValue()).toBe('precious');
    await page.getByRole('alert').filter({ hasText: 'Not sent' }).waitFor();
    await page.unroute('**/api/threads/*/messages');
    await page.getByRole('button', { name: 'Send as a new message' }).click();
    await page.locator('.tt-bubble', { hasText: 'precious' }).waitFor();
  });
});

test.each(['light', 'dark'] as const)('the queue can be read in the %s theme', async (colorScheme) => {
  const page = await begin({ colorScheme });
  await queue(page, 'first');
  await queue(page, 'second');
  await page.getByRole('button', { name: 'Edit: first' }).click();
  await messageBox(page).fill('typing');
  expect(await page.evaluate(lowContrast)).toEqual([]);
});

test('what is sent while the message before it is on its way is sent after it, in order, each of them once', async () => {
  const page = await begin();
  let posts = 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/threads/*/messages', async (route) => {
    posts += 1;
    await held.promise;
    await route.continue();
  });
  await messageBox(page).fill('slow ONE');
  await page.keyboard.press('Alt+Enter');
  await messageBox(page).fill('slow TWO');
  await page.keyboard.press('Alt+Enter');
  // The same keys again change nothing: it is on its way already.
  await page.keyboard.press('Alt+Enter');
  held.resolve();
  await queued(page, 'slow TWO').waitFor();
  const list = page.getByRole('region', { name: /^Queued/ });
  expect(await list.locator('.tt-queued').allTextContents()).toEqual(['slow ONE', 'slow TWO']);
  await expect.poll(() => messageBox(page).inputValue()).toBe('');
  expect(posts).toBe(2);
  goOn(stage.server, page);
});

test('a message that is refused takes none that was sent after it out of its turn: all of them are in the field again', async () => {
  const page = await begin();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/threads/*/messages', async (route) => {
    await held.promise;
    await route.fulfill({ status: 400, json: { error: { code: 'invalid', message: 'No.' } } });
  });
  await messageBox(page).fill('slow ONE');
  await page.keyboard.press('Alt+Enter');
  await messageBox(page).fill('slow TWO');
  await page.keyboard.press('Alt+Enter');
  held.resolve();
  await page.getByRole('alert').filter({ hasText: 'Not sent: No.' }).waitFor();
  await expect.poll(() => messageBox(page).inputValue()).toBe('slow ONE\nslow TWO');
  await page.unroute('**/api/threads/*/messages');
  goOn(stage.server, page);
});

test('a stop by the mouse leaves the focus in the message', async () => {
  const page = await begin();
  await page.getByRole('button', { name: /^Stop/ }).click();
  await expect.poll(() => messageBox(page).evaluate((box) => box === document.activeElement)).toBe(true);
});
