/** Where a message is written: files that go with it, what was said before, a draft that is never lost; and how a call is denied or always allowed. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ledgerOf, messageBox, say } from './say.ts';
import { withServer } from './with-server.ts';

const stage = withServer({ speed: 50 });

async function answered(page: Page, text: string): Promise<void> {
  await say(page, text);
  await page.locator('.tt-answer[data-state=done]', { hasText: `You said: ${text}` }).waitFor();
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const attach = (page: Page, files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> =>
  page.getByLabel('Attach files').setInputFiles([...files]);

test('[issue 13] files and pictures go with a message, one can be left out, and the ledger has the bytes', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  await attach(page, [
    { name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL },
    { name: 'a <b>.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
    { name: 'not-this.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
  ]);
  const list = page.getByRole('list', { name: 'Attached files' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
  await page.getByRole('button', { name: 'Remove not-this.txt' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  await messageBox(page).fill('look at these');
  await page.keyboard.press('Enter');
  await page.locator('.tt-bubble', { hasText: 'look at these' }).waitFor();
  await expect.poll(() => list.count()).toBe(0);
  await page.locator('.tt-bubble .tt-image img').waitFor();
  expect(await page.locator('.tt-bubble').last().innerText()).toContain('a <b>.txt');
  const said = (await ledgerOf(stage.server, page)).filter((event) => event.type === 'message.posted').at(-1);
  expect(said).toMatchObject({
    parts: [
      { type: 'text', text: 'look at these' },
      { type: 'image', media_type: 'image/png', name: 'pixel.png', source: { kind: 'blob', size: PIXEL.length } },
      { type: 'file', media_type: 'text/plain', name: 'a <b>.txt', source: { kind: 'blob', size: 5 } },
    ],
  });
});

test('[issue 13] a new thread begins with a file alone; one that is too large is left out, and the page names it until the message is sent', async () => {
  const page = await stage.enter();
  await messageBox(page).waitFor();
  const large = Buffer.alloc(7_000_001);
  await attach(page, [
    { name: 'large.bin', mimeType: 'application/octet-stream', buffer: large },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
  ]);
  const leftOut = page.getByText('Left out: large.bin (6.7MB, 1B too much). A message can have 6.7MB.');
  await leftOut.waitFor();
  await page.getByRole('listitem').filter({ hasText: 'notes.txt' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('.tt-bubble', { hasText: 'notes.txt' }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'notes.txt' }).waitFor();
  await leftOut.waitFor({ state: 'detached' });
});

test('[issue 13] files that were chosen are there after a reload until they are sent, in a thread and for a new one', async () => {
  const page = await stage.enter();
  const chosen = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  const isKept = async (count: number): Promise<void> => {
    await expect.poll(() => page.evaluate(keptCount)).toBe(count);
  };
  await messageBox(page).waitFor();
  await attach(page, [file('first.txt'), file('second.txt')]);
  await isKept(2);
  await page.reload();
  await chosen.filter({ hasText: 'second.txt' }).waitFor();
  await page.getByRole('button', { name: 'Remove second.txt' }).click();
  await isKept(1);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('.tt-bubble', { hasText: 'first.txt' }).waitFor();
  await isKept(0);
  await attach(page, [file('third.txt')]);
  await isKept(1);
  await page.reload();
  await chosen.filter({ hasText: 'third.txt' }).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.tt-bubble', { hasText: 'third.txt' }).waitFor();
  await isKept(0);
});

/** How many files the browser keeps. */
function keptCount(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('toolthread:drafts', 1);
    opening.onerror = () => reject(new Error('closed'));
    opening.onsuccess = () => {
      const all = opening.result.transaction('files').objectStore('files').getAll();
      all.onsuccess = () => {
        opening.result.close();
        resolve(all.result.flat().length);
      };
    };
  });
}

test('[issue 13] a pasted picture and a dropped file are attached', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  const give = (how: 'paste' | 'drop'): Promise<void> =>
    page.locator('.tt-composer textarea').evaluate((field, kind) => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], `${kind}.txt`, { type: 'text/plain' }));
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      field.dispatchEvent(event);
    }, how);
  await give('paste');
  await page.getByRole('listitem').filter({ hasText: 'paste.txt' }).waitFor();
  await give('drop');
  await page.getByRole('listitem').filter({ hasText: 'drop.txt' }).waitFor();
});

test('[issue 13] ↑ in an empty message brings back what was said, and what was changed stays', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  await answered(page, 'two');
  const box = messageBox(page);
  await box.focus();
  const pressed = async (key: string): Promise<string> => {
    await page.keyboard.press(key);
    return box.inputValue();
  };
  expect(await pressed('ArrowUp')).toBe('two');
  expect(await pressed('ArrowUp')).toBe('one');
  expect(await pressed('ArrowUp')).toBe('one');
  expect(await pressed('ArrowDown')).toBe('two');
  expect(await pressed('ArrowDown')).toBe('');
  expect(await pressed('ArrowUp')).toBe('two');
  await page.keyboard.type(' and a half');
  expect(await pressed('ArrowUp')).toBe('two and a half');
});

test('[issue 13] a draft is there after a reload, in a new tab once its own is closed, and after a failed send', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await messageBox(other).fill('not yet');
  await other.reload();
  await expect.poll(() => messageBox(other).inputValue()).toBe('not yet');
  await other.close();
  const next = await page.context().newPage();
  await next.goto(page.url());
  await expect.poll(() => messageBox(next).inputValue()).toBe('not yet');
  await next.route('**/messages', (route) => route.abort());
  await messageBox(next).press('Enter');
  await next.getByText(/^Not sent:/).waitFor();
  expect(await messageBox(next).inputValue()).toBe('not yet');
  await next.unroute('**/messages');
  // So short a time that nothing else noticed it: the words say what to do.
  await next.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await next.locator('.tt-bubble', { hasText: 'not yet' }).waitFor();
  await expect.poll(() => messageBox(next).inputValue()).toBe('');
  await expect.poll(() => next.getByText(/^Not sent:/).count()).toBe(0);
});

test('[issue 13] what another tab writes and sends takes nothing from the draft of this one, neither words nor files', async () => {
  const page = await stage.enter();
  const chosen = (of: Page) => of.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  const newTab = async (): Promise<Page> => {
    const tab = await page.context().newPage();
    await tab.goto(stage.server.url);
    await tab.getByLabel('Attach files').waitFor({ state: 'attached' });
    return tab;
  };
  const own = await newTab();
  await messageBox(own).fill('A: a long prompt');
  await attach(own, [{ name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL }]);
  await expect.poll(() => own.evaluate(keptCount)).toBe(1);
  await say(page, 'B: short');
  await page.locator('.tt-answer[data-state=done]', { hasText: 'You said: B: short' }).waitFor();
  await own.reload();
  await expect.poll(() => messageBox(own).inputValue()).toBe('A: a long prompt');
  await chosen(own).filter({ hasText: 'pixel.png' }).waitFor();
  await own.close();
  const next = await newTab();
  await expect.poll(() => messageBox(next).inputValue()).toBe('A: a long prompt');
  await chosen(next).filter({ hasText: 'pixel.png' }).waitFor();
  expect(await messageBox(await newTab()).inputValue()).toBe('');
});

test('[issue 13] on a phone Enter makes a line, the button sends, and what is pressed has 44 px', async () => {
  const page = await stage.enter({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await messageBox(page).fill('one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  expect(await messageBox(page).inputValue()).toBe('one\ntwo');
  const sizes = await page
    .locator('.tt-composer-box :is(button, label)')
    .evaluateAll((parts) =>
      parts.map((part) => part.getBoundingClientRect()).map(({ width, height }) => [width, height]),
    );
  for (const size of sizes.flat()) expect(size).toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('.tt-bubble', { hasText: 'two' }).waitFor();
  // Whatever has the focus now covers nothing that is pressed.
  await page.locator('.bar .menu').click();
  await page.locator('[data-menu=true]').waitFor();
});

test('[issue 13] a call is denied with a reason, which the agent reads', async () => {
  const page = await stage.enter();
  await say(page, 'Save it');
  const card = page.locator('.tt-request');
  await card.getByRole('button', { name: 'Give a reason…' }).click();
  await card.locator(':is(input, textarea):focus').waitFor();
  await page.keyboard.type('The name is taken');
  await page.keyboard.press('Enter');
  await card.waitFor({ state: 'detached' });
  await page.locator('.tt-answer', { hasText: 'The user denied this call: The name is taken' }).waitFor();
  const events = await ledgerOf(stage.server, page);
  expect(events.find(({ type }) => type === 'request.resolved')).toMatchObject({
    decision: 'deny',
    reason: 'The name is taken',
  });
});

test('[issue 13] always is for exactly these arguments: the card says so, and other arguments are asked for again', async () => {
  const page = await stage.enter();
  await say(page, 'Save it');
  const card = page.locator('.tt-request');
  await card
    .getByText('Always allow covers this tool with exactly these arguments in the folder of this thread')
    .waitFor();
  await card.getByRole('button', { name: 'Always allow' }).click();
  const done = page.locator('.tt-answer[data-state=done]');
  await expect.poll(() => done.count()).toBe(1);
  await say(page, 'Save it again');
  await expect.poll(() => done.count()).toBe(2);
  expect((await ledgerOf(stage.server, page)).filter(({ type }) => type === 'request.opened')).toHaveLength(1);
  await say(page, 'Other arguments');
  await card.getByRole('button', { name: /^Deny/ }).click();
  await expect.poll(() => done.count()).toBe(3);
});

test('while a thread begins, a second message makes no second thread: the page says why it waits, and keeps its words', async () => {
  const page = await stage.enter();
  let made = 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/threads', async (route) => {
    if (route.request().method() === 'POST') {
      made += 1;
      await held.promise;
    }
    await route.continue();
  });
  await messageBox(page).fill('slow ONE');
  await page.keyboard.press('Enter');
  await messageBox(page).fill('slow TWO');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Not sent yet: the first message is on its way.' }).waitFor();
  held.resolve();
  await page.locator('.tt-bubble', { hasText: 'slow ONE' }).waitFor();
  expect(made).toBe(1);
  await page.unroute('**/api/threads');
  await page
    .getByRole('link', { name: /^New thread/ })
    .first()
    .click();
  await expect.poll(() => messageBox(page).inputValue()).toBe('slow TWO');
});
