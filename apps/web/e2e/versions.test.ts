/** Back in a thread: other words, another answer, a rewind, a fork, and the way between versions. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { goOn, itemTexts, ledgerOf, messageBox, say, threadIdOf, waitForMe, wordsSaid, write } from './say.ts';
import { withServer } from './with-server.ts';

const stage = withServer({ speed: 50 });

async function answered(page: Page, text: string): Promise<void> {
  await say(page, text);
  await page.locator('.tt-answer[data-state=done]', { hasText: `You said: ${text}` }).waitFor();
}

const item = (page: Page, kind: string, text: string): Locator =>
  page.locator(`.tt-item[data-kind=${kind}]`, { hasText: text });

/** By keyboard alone. */
async function choose(page: Page, on: Locator, label: string): Promise<void> {
  await on.getByRole('button', { name: 'Actions' }).focus();
  await page.keyboard.press('Enter');
  await on.getByRole('button', { name: label }).focus();
  await page.keyboard.press('Enter');
}

const bubbles = (page: Page): Promise<string[]> => page.locator('.tt-bubble').allTextContents();

test('[issue 13] a message is edited and sent again; the version before is read, and nothing of it is lost', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  await answered(page, 'two');
  const before = await itemTexts(page);
  await choose(page, item(page, 'message', 'one'), 'Edit and resend');
  await page.getByRole('textbox', { name: 'Edit message' }).fill('uno');
  await page.keyboard.press('Enter');
  await page.locator('.tt-answer[data-state=done]', { hasText: 'You said: uno' }).waitFor();
  await expect.poll(() => bubbles(page)).toEqual(['uno']);
  // What was rewound is not what the model is told.
  expect(wordsSaid(await ledgerOf(stage.server, page))).toEqual(['uno']);

  const versions = page.getByRole('group', { name: 'Versions' });
  await versions.getByText('2/2').waitFor();
  await page.getByRole('button', { name: 'Earlier version' }).click();
  await page.getByText('Version 1 of 2.').waitFor();
  await expect.poll(() => bubbles(page)).toEqual(['one', 'two']);
  await expect.poll(async () => (await itemTexts(page)).map(withoutSwitch)).toEqual(before.map(withoutSwitch));
  await messageBox(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Later version' }).click();
  await expect.poll(() => bubbles(page)).toEqual(['uno']);

  await page.reload();
  await versions.waitFor();
  await page.getByRole('button', { name: 'Earlier version' }).click();
  await expect.poll(() => bubbles(page)).toEqual(['one', 'two']);
  // Its address leads to it: for somebody else, after a reload, and by the browser's way back.
  const address = page.url();
  await page.reload();
  await page.getByText('Version 1 of 2.').waitFor();
  await expect.poll(() => bubbles(page)).toEqual(['one', 'two']);
  await page.getByRole('button', { name: 'Back to the newest' }).click();
  await expect.poll(() => bubbles(page)).toEqual(['uno']);
  expect(page.url()).not.toBe(address);
  await page.goBack();
  await expect.poll(() => bubbles(page)).toEqual(['one', 'two']);
});

test('[issue 13] whoever edits a message, or asks for another answer, sees what comes of it, wherever they had scrolled', async () => {
  const page = await stage.enter({ viewport: { width: 900, height: 500 } });
  const long = Array.from({ length: 30 }, (_, n) => `line ${n}`).join('\n');
  await answered(page, 'one');
  await write(page, long);
  await page.locator('.tt-answer[data-state=done]', { hasText: 'line 29' }).waitFor();
  const latest = page.getByRole('button', { name: 'Latest' });
  const away = async (): Promise<void> => {
    await page.locator('.tt-scroller').hover();
    await page.mouse.wheel(0, -5000);
    await latest.waitFor();
  };
  const ended = page.locator('.tt-answer[data-state=done]', { hasText: 'row 29' });
  await away();
  await choose(page, item(page, 'message', 'one'), 'Edit and resend');
  await page.getByRole('textbox', { name: 'Edit message' }).fill(long.replaceAll('line', 'row'));
  await page.keyboard.press('Enter');
  await ended.waitFor();
  await latest.waitFor({ state: 'detached' });

  await away();
  await choose(page, item(page, 'message', 'row 29'), 'Answer again');
  await latest.waitFor({ state: 'detached' });
  await ended.waitFor();
});

const withoutSwitch = (text: string): string =>
  text
    .replace(/ ?‹ ?\d+\/\d+ ?›/g, '')
    .replaceAll('⋯', '')
    .trim();

test('[issue 13] an answer is given again, and another tab sees it', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await item(other, 'answer', 'You said: one').waitFor();
  await choose(page, item(page, 'answer', 'You said: one'), 'Answer again');
  for (const tab of [page, other]) await tab.getByRole('group', { name: 'Versions' }).getByText('2/2').waitFor();
  await other.close();
});

test('[issue 13] back to before a message: its words are in the composer, and the next ones take its place', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  await answered(page, 'two');
  await choose(page, item(page, 'message', 'two'), 'Rewind to before this');
  await expect.poll(() => bubbles(page)).toEqual(['one']);
  await expect.poll(() => messageBox(page).inputValue()).toBe('two');
  await page.getByText('Rewound. Later messages are kept as a version.').waitFor();
  await page.getByRole('button', { name: 'Earlier version' }).click();
  await expect.poll(() => bubbles(page)).toEqual(['one', 'two']);
  await page.getByRole('button', { name: 'Back to the newest' }).click();
  await messageBox(page).fill('three');
  await page.keyboard.press('Enter');
  await page.locator('.tt-answer[data-state=done]', { hasText: 'You said: three' }).waitFor();
  expect(wordsSaid(await ledgerOf(stage.server, page))).toEqual(['one', 'three']);
});

test('[issue 13] back to before a message while another one is written: the draft stays, that is said, and the words are a click away', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  await answered(page, 'two');
  await messageBox(page).fill('my draft');
  await choose(page, item(page, 'message', 'two'), 'Rewind to before this');
  await expect.poll(() => bubbles(page)).toEqual(['one']);
  const note = page.getByText('Your draft was kept. The message that you took back was not put into it.');
  await note.waitFor();
  expect(await messageBox(page).inputValue()).toBe('my draft');
  await page.getByRole('button', { name: 'Add it to the draft' }).click();
  await expect.poll(() => messageBox(page).inputValue()).toBe('my draft\n\ntwo');
  await expect.poll(() => note.count()).toBe(0);
});

test('[issue 13] in an earlier version the header says that its figures are of the newest', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  await choose(page, item(page, 'answer', 'You said: one'), 'Answer again');
  await page.getByRole('group', { name: 'Versions' }).getByText('2/2').waitFor();
  const figures = page.locator('.bar-totals');
  await expect.poll(() => figures.innerText()).toMatch(/tokens/);
  expect(await figures.innerText()).not.toContain('Newest version');
  await page.getByRole('button', { name: 'Earlier version' }).click();
  await expect.poll(() => figures.innerText()).toContain('Newest version: ');
  await page.getByRole('button', { name: 'Back to the newest' }).click();
  await expect.poll(() => figures.innerText()).not.toContain('Newest version');
});

test('[issue 13] the button of a message is beside its versions, and the map moves nothing when it comes', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  const left = (): Promise<number | undefined> =>
    page
      .locator('.tt-bubble')
      .first()
      .evaluate((bubble) => bubble.closest('.tt-item')?.getBoundingClientRect().left);
  const before = await left();
  await answered(page, 'two');
  await page.locator('.turn-map').waitFor();
  expect(await left()).toBe(before);
  await choose(page, item(page, 'message', 'two'), 'Edit and resend');
  await page
    .getByRole('group', { name: 'Edit and resend' })
    .or(page.getByRole('group', { name: 'Send' }))
    .getByRole('textbox')
    .fill('three');
  await page.keyboard.press('Enter');
  const message = item(page, 'message', 'three');
  await message.getByText('2/2').waitFor();
  await message.hover();
  // What can be done with a message comes when the pointer is on it, not with the message.
  await message.locator('.tt-more').waitFor();
  const middles = await message.evaluate((element) =>
    ['.tt-more', '.tt-version-step'].map((part) => {
      const box = element.querySelector(part)?.getBoundingClientRect();
      return box === undefined ? NaN : box.top + box.height / 2;
    }),
  );
  expect(Math.abs((middles[0] ?? NaN) - (middles[1] ?? NaN))).toBeLessThan(6);
});

test('[issue 13] back to before the first message: every version that stood there is kept, and can be reached', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  const versions = page.getByRole('group', { name: 'Versions' });
  for (const now of ['2/2', '3/3']) {
    await choose(page, item(page, 'answer', 'You said: one'), 'Answer again');
    await versions.getByText(now).waitFor();
    await item(page, 'answer', 'You said: one').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Stop/ }).count()).toBe(0);
  }
  await choose(page, item(page, 'message', 'one'), 'Rewind to before this');
  const rewound = page.getByText('Rewound. Later messages are kept as a version.');
  await rewound.waitFor();
  await expect.poll(() => bubbles(page)).toEqual([]);
  await page.reload();
  await rewound.waitFor();
  await versions.getByText('4/4').waitFor();
  await answered(page, 'two');
  await versions.getByText('4/4').waitFor();
  const ends = new Set<string>();
  for (const now of ['3/4', '2/4', '1/4']) {
    await page.getByRole('button', { name: 'Earlier version' }).click();
    await versions.getByText(now).waitFor();
    await expect.poll(() => bubbles(page)).toEqual(['one']);
    ends.add(page.url());
  }
  expect(ends.size).toBe(3);
  for (const now of ['2/4', '3/4', '4/4']) {
    await page.getByRole('button', { name: 'Later version' }).click();
    await versions.getByText(now).waitFor();
  }
  await expect.poll(() => bubbles(page)).toEqual(['two']);
});

test('[issue 13] a fork from an answer ends with it; from a message, its words wait in the composer', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  await answered(page, 'two');
  const origin = threadIdOf(page);
  await choose(page, item(page, 'answer', 'You said: one'), 'Fork from here');
  await page.waitForURL((url) => !url.pathname.endsWith(origin));
  await expect.poll(() => bubbles(page)).toEqual(['one']);
  await answered(page, 'three');
  expect(wordsSaid(await ledgerOf(stage.server, page))).toEqual(['one', 'three']);
  await choose(page, item(page, 'message', 'three'), 'Fork from here');
  await expect.poll(() => messageBox(page).inputValue()).toBe('three');
  await expect.poll(() => bubbles(page)).toEqual(['one']);
});

test('[issue 13] while a run works the page says that it is stopped first, and a person can cancel', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  await waitForMe(stage.server, page);
  await choose(page, item(page, 'message', 'one'), 'Answer again');
  const panel = page.getByRole('group', { name: 'Answer again' });
  await panel.getByText('The current run is stopped first.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: /^Stop/ }).textContent()).toContain('Stop');
  await choose(page, item(page, 'message', 'one'), 'Answer again');
  await panel.getByRole('button', { name: 'Answer again' }).click();
  await page.getByRole('group', { name: 'Versions' }).getByText('2/2').waitFor();
  await expect.poll(() => bubbles(page)).toEqual(['one']);
  goOn(stage.server, page);
});

test('[issue 13] what came since the editor or the menu was opened is not taken back unseen: the page asks once', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await item(other, 'answer', 'You said: one').waitFor();
  const asked = page.getByText(/messages? came since you began this/);
  const arrives = async (text: string): Promise<void> => {
    await answered(other, text);
    await item(page, 'answer', `You said: ${text}`).waitFor();
  };

  await choose(page, item(page, 'message', 'one'), 'Edit and resend');
  const field = page.getByRole('textbox', { name: 'Edit message' });
  await field.fill('uno');
  await arrives('two');
  await field.press('Enter');
  await page.getByText('1 message came since you began this').waitFor();
  // What came while it asked is not what was agreed to.
  await arrives('three');
  await field.press('Enter');
  await page.getByText('2 messages came since you began this').waitFor();
  expect(wordsSaid(await ledgerOf(stage.server, page))).toEqual(['one', 'two', 'three']);
  await field.press('Enter');
  await item(page, 'answer', 'You said: uno').waitFor();
  expect(wordsSaid(await ledgerOf(stage.server, page))).toEqual(['uno']);
  await asked.waitFor({ state: 'detached' });

  const message = item(page, 'message', 'uno');
  await expect.poll(() => page.getByRole('button', { name: /^Stop/ }).count()).toBe(0);
  for (const [label, text] of [
    ['Answer again', 'four'],
    ['Rewind to before this', 'five'],
  ] as const) {
    await message.getByRole('button', { name: 'Actions' }).press('Enter');
    await arrives(text);
    await message.getByRole('button', { name: label }).press('Enter');
    await asked.waitFor();
    expect(wordsSaid(await ledgerOf(stage.server, page))).toContain(text);
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
  }
  await other.close();
});

test('what can be done with a message is drawn over nothing of the way between its versions', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  await choose(page, item(page, 'message', 'one'), 'Edit and resend');
  await page.getByRole('textbox', { name: 'Edit message' }).fill('uno');
  await page.keyboard.press('Enter');
  await page.getByText('2/2').waitFor();
  const message = item(page, 'message', 'uno');
  await message.hover();
  await message.getByRole('button', { name: 'Actions' }).waitFor();
  // In one frame: what is below a message that is measured moves.
  const overlap = await message.evaluate((element) => {
    const [later, menu] = ['[aria-label="Later version"]', '[aria-label="Actions"]'].map((name) =>
      element.querySelector(name)?.getBoundingClientRect(),
    );
    if (later === undefined || menu === undefined) return 'Both are drawn.';
    const isBeside = later.right <= menu.left || menu.right <= later.left;
    return isBeside || later.bottom <= menu.top || menu.bottom <= later.top ? '' : 'One is over the other.';
  });
  expect(overlap).toBe('');
});

test('[issue 13] a double click on "Continue it in a fork" makes one fork', async () => {
  const page = await stage.enter();
  await answered(page, 'one');
  await choose(page, item(page, 'answer', 'You said: one'), 'Answer again');
  await page.getByRole('group', { name: 'Versions' }).getByText('2/2').waitFor();
  await page.getByRole('button', { name: 'Earlier version' }).click();
  const origin = threadIdOf(page);
  let forks = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/fork')) forks += 1;
  });
  await page.getByRole('button', { name: 'Continue it in a fork' }).dblclick();
  await expect.poll(() => threadIdOf(page)).not.toBe(origin);
  await messageBox(page).waitFor();
  expect(forks).toBe(1);
});
