/** The keyboard is never lost: whatever goes, something near it has the focus. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { longLedger } from './ledger-text.ts';
import { seedThread } from './seed-thread.ts';
import { pressWhileBusy } from './page-state/press-while-busy.ts';
import { messageBox, say, threadIdOf, waitForMe } from './say.ts';
import { withServer } from './with-server.ts';

let long: string;
const stage = withServer({
  seed: async (data) => {
    long = await seedThread(data, 'Long', longLedger(200).slice(1));
  },
});

async function begin(options?: BrowserContextOptions): Promise<Page> {
  const page = await stage.enter(options);
  await page.locator('.first-words').waitFor();
  return page;
}

/** The name of what has the focus, its kind where it is an item of the thread. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const item = element instanceof HTMLElement ? element.dataset['kind'] : undefined;
    return item ?? element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
  });
}

describe('the focus', () => {
  test('is in the thread after a question is answered and an approval given', async () => {
    const page = await begin();
    await say(page, 'Upgrade it');
    await page.getByRole('button', { name: /^Only the linter/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Deny/ }).waitFor();
    await expect.poll(() => focused(page)).toBe('Thread');
    await page.getByRole('button', { name: /^Deny/ }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.tt-answer[data-state=done]').waitFor();
    await expect.poll(() => focused(page)).toBe('Thread');
  });

  test('in the whole thread shows by a frame around it, also where colours are forced', async () => {
    const page = await stage.enter({}, `/t/${long}`);
    await page.locator('.tt-answer', { hasText: 'Answer 199' }).waitFor();
    const looks = (): Promise<readonly string[]> =>
      page.locator('.tt-scroller').evaluate((thread) => {
        const { boxShadow, outlineColor, outlineStyle } = getComputedStyle(thread);
        const isSeen = outlineStyle !== 'none' && !outlineColor.endsWith(', 0)');
        return [boxShadow === 'none' ? 'no line' : 'line', isSeen ? 'frame' : 'no frame'];
      });
    await page.keyboard.press('Shift');
    await page.locator('.tt-scroller').focus();
    expect(await looks()).toEqual(['no line', 'frame']);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await looks()).toEqual(['no line', 'frame']);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  test('stays with an approval whose edit is left by Escape, and nobody is stopped', async () => {
    const page = await begin();
    await say(page, 'Upgrade it');
    await page.getByRole('button', { name: /^Only the linter/ }).click();
    for (const leave of ['textbox', 'button'] as const) {
      await page.getByRole('button', { name: /^Edit/ }).click();
      await page.getByRole('textbox', { name: 'Arguments to run instead' }).waitFor();
      if (leave === 'button') await page.getByRole('button', { name: /^Back/ }).focus();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Deny/ }).waitFor();
      await expect.poll(() => focused(page)).toBe('request');
    }
    expect(await page.getByRole('button', { name: /^Stop/ }).isEnabled()).toBe(true);
  });

  test('[issue 13] skips the list of threads by the first key', async () => {
    const page = await begin();
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const skip = page.getByRole('link', { name: 'Skip to content' });
    for (const url of [page.url(), `${stage.server.url}/t/${long}#at=m1`]) {
      await page.goto(url);
      await page.locator('.bar h1').waitFor();
      await skip.focus();
      expect(await skip.evaluate((link) => link.getBoundingClientRect().height)).toBeGreaterThan(20);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
      expect(page.url()).toBe(url);
    }
  });

  test('is on the line of a change that was undone', async () => {
    const page = await begin();
    await say(page, 'Write it');
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('.tt-changes-label', { hasText: /^Undone/ }).waitFor();
    await expect.poll(() => focused(page)).toBe('changes');
  });

  test('is in the message after a stop by key, and on its button after an export', async () => {
    const page = await begin();
    await waitForMe(stage.server, page);
    await page.getByRole('button', { name: /^Stop/ }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.tt-status', { hasText: 'Stopped' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Message');
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    await expect.poll(() => focused(page)).toBe('Export');
  });

  test('is in the list when a narrow page opens it, and on its button when it closes', async () => {
    const page = await begin({ viewport: { width: 400, height: 800 } });
    await page.getByRole('button', { name: 'Threads' }).press('Enter');
    await expect.poll(() => focused(page)).toContain('New thread');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Threads');
  });

  test('[issue 13] is drawn around what has it, and touches nothing of the next item', async () => {
    const page = await stage.enter({}, `/t/${long}`);
    const items = page.locator('.tt-item[tabindex]');
    await items.nth(3).waitFor();
    await page.keyboard.press('Tab');
    await items.first().focus();
    const measure = (item: Element): number[] => {
      const ring = getComputedStyle(item);
      const next = item.parentElement?.nextElementSibling?.querySelector('.tt-item')?.firstElementChild;
      const [own] = item.children;
      if (own === undefined || next === null || next === undefined) return [];
      const { bottom } = item.getBoundingClientRect();
      const below = Number.parseFloat(ring.outlineOffset) + Number.parseFloat(ring.outlineWidth);
      return [bottom - own.getBoundingClientRect().bottom, next.getBoundingClientRect().top - bottom - below];
    };
    // The rows around it are drawn a moment later.
    let room: number[] = [];
    await expect.poll(async () => (room = await items.first().evaluate(measure))).toHaveLength(2);
    expect(room[0]).toBeLessThan(1);
    expect(room[1]).toBeGreaterThan(4);
  });

  test('is in the thread when the item that had it is out of sight; Home and End are the ends of a long one', async () => {
    const page = await stage.enter({}, `/t/${long}`);
    await page.locator('.tt-answer', { hasText: 'Answer 199' }).waitFor();
    await page.locator('.tt-scroller').focus();
    await page.keyboard.press('Home');
    const first = page.locator('.tt-bubble', { hasText: /^Question 0$/ });
    await first.waitFor();
    await expect.poll(() => page.locator('.tt-scroller').evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(30);
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toBe('message');
    await page.keyboard.press('End');
    await page.locator('.tt-answer', { hasText: 'Answer 199' }).waitFor();
    await first.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Thread');
  });
});

test('the map of a long thread is one stop for Tab, goes by arrows, and shows where one is', async () => {
  const page = await stage.enter({}, `/t/${long}`);
  await page.locator('.tt-answer', { hasText: 'Answer 199' }).waitFor();
  const map = page.getByRole('slider', { name: 'Turns' });
  await map.waitFor();
  expect(await page.getByRole('navigation', { name: 'Turns' }).locator('[tabindex="0"]').count()).toBe(1);
  await expect.poll(() => map.evaluate((drawn) => drawn.getBoundingClientRect().bottom)).toBeLessThan(901);
  // What attaches files comes late, and is before it.
  await page.getByLabel('Attach files').waitFor({ state: 'attached' });
  await messageBox(page).focus();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Attach files');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Turns');
  // [U2] The end is in sight, so the last turn is where one is.
  await expect.poll(() => map.getAttribute('aria-valuetext')).toMatch(/^Turn 200: /);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => map.getAttribute('aria-valuenow')).toBe('199');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => map.getAttribute('aria-valuenow')).toBe('198');
  // A jump is one scroll.
  await page.locator('.tt-scroller').press('Home');
  await expect.poll(() => map.getAttribute('aria-valuetext')).toMatch(/^Turn 1: /);
});

describe('[U2 4] the focus is never on nothing', () => {
  const onNothing = (page: Page): Promise<boolean> =>
    page.evaluate(() => document.activeElement === null || document.activeElement === document.body);

  test.each([
    ['by a click', '.side'],
    ['by a click', '.home-list'],
    ['by a key', '.side'],
    ['by a letter and a click', '.side'],
  ])('when a thread is opened from the page for a new one, which was opened %s, by the list %s', async (how, list) => {
    const page = await begin();
    await say(page, 'Upgrade it');
    await page.getByRole('button', { name: /^Only the linter/ }).waitFor();
    const url = page.url();
    const fresh = page.getByRole('link', { name: /^New thread/ });
    if (how === 'by a click') await fresh.click();
    else if (how === 'by a key') await fresh.press('Enter');
    else {
      await page.locator('.tt-scroller').focus();
      await page.keyboard.press('n');
    }
    await page.locator('.first-words').waitFor();
    await expect.poll(() => focused(page)).toBe('Message');
    // It is in both lists.
    await page.locator(`${list} a[href="${new URL(url).pathname}"]`).click();
    await page.locator('.tt-request').first().waitFor();
    await expect.poll(() => focused(page)).toBe('Thread');
    await page.locator('.tt-request[data-listening]').waitFor();
  });

  test('on the start page: N and / lead to the message from anywhere, and words typed there are kept', async () => {
    for (const key of ['n', 'N', '/']) {
      const page = await begin();
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      expect(await onNothing(page)).toBe(true);
      await page.keyboard.press(key);
      await expect.poll(() => focused(page)).toBe('Message');
      await page.keyboard.type('list the files');
      expect(await messageBox(page).inputValue()).toBe('list the files');
    }
  });

  test('after a run that was stopped is continued, and the button for it has gone', async () => {
    const page = await begin();
    await waitForMe(stage.server, page);
    await page.getByRole('button', { name: /^Stop/ }).press('Enter');
    const button = page.getByRole('button', { name: 'Continue', exact: true });
    await button.press('Enter');
    await button.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Thread');
  });

  test('after the button that leads to the end has gone', async () => {
    const page = await stage.enter({}, `/t/${long}`);
    await page.locator('.tt-answer', { hasText: 'Answer 199' }).waitFor();
    await page.locator('.tt-scroller').press('Home');
    const latest = page.getByRole('button', { name: '↓ Latest' });
    await latest.press('Enter');
    await latest.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Thread');
  });
});

describe('words typed in a thread', () => {
  const sentences = [
    'what does that do?',
    'no, not yet',
    'add a test',
    'just do it',
    'Keep it',
    'deny',
    '2 files, please',
  ];

  test('are a message, whatever letter they begin with: none is lost, and none is obeyed', async () => {
    const page = await stage.open();
    await page.clock.install();
    await page.goto(stage.server.address);
    await say(page, 'Upgrade it');
    await page.getByRole('button', { name: /^Only the linter/ }).click();
    await page.getByRole('button', { name: /^Deny/ }).waitFor();
    for (const sentence of sentences) {
      await page.locator('.tt-scroller').focus();
      await page.locator('.tt-request[data-listening]').waitFor();
      // No time goes by between the letters, however busy the machine is.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
      await page.keyboard.type(sentence);
      await page.clock.resume();
      expect(await messageBox(page).inputValue()).toBe(sentence);
      await messageBox(page).fill('');
    }
    expect(await page.getByRole('button', { name: /^Allow once/ }).isEnabled()).toBe(true);
    expect(threadIdOf(page)).not.toBe('');
  });

  test('are one word by when its letters were pressed, however long the page was busy between them', async () => {
    // A browser without the test's clock, which takes the time of a key from when the page hears of it.
    const page = await stage.enter({ locale: 'en' }, `/t/${long}`);
    await page.locator('.tt-answer', { hasText: 'Answer 199' }).waitFor();
    await page.locator('.tt-scroller').evaluate(pressWhileBusy, ['n', 'o', 500] as const);
    await expect.poll(() => messageBox(page).inputValue()).toBe('no');
  });

  test('are not made of keys that go into an input method, nor does the page obey them', async () => {
    const page = await stage.enter({}, `/t/${long}`);
    await page.locator('.tt-answer', { hasText: 'Answer 199' }).waitFor();
    const taken = (init: Pick<KeyboardEventInit, 'isComposing' | 'keyCode'>): Promise<boolean[]> =>
      page.locator('.tt-scroller').evaluate((scroller, more) => {
        const press = (key: string): boolean =>
          !scroller.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
        return ['k', 'w'].map(press);
      }, init);
    // Chromium says `isComposing`; Safari only the key's number.
    for (const init of [{ isComposing: true }, { keyCode: 229 }]) expect(await taken(init)).toEqual([false, false]);
    expect(await taken({})).toEqual([true, true]);
  });

  test('belong to a field that somebody put into the thread: an input, an editable element, one in a shadow root', async () => {
    const page = await stage.enter({}, `/t/${long}`);
    await page.locator('.tt-answer', { hasText: 'Answer 199' }).waitFor();
    const taken = await page.locator('.tt-scroller').evaluate((scroller) => {
      const [input, editable, around] = ['input', 'div', 'div'].map((name) => document.createElement(name));
      if (input === undefined || editable === undefined || around === undefined) return [];
      editable.contentEditable = 'true';
      scroller.append(input, editable, around);
      const inner = around.attachShadow({ mode: 'open' }).appendChild(document.createElement('textarea'));
      const init = { bubbles: true, cancelable: true, composed: true };
      return [input, editable, inner].flatMap((field) =>
        ['j', 'w', 'n'].map((key) => !field.dispatchEvent(new KeyboardEvent('keydown', { key, ...init }))),
      );
    });
    expect(taken).toEqual(Array.from({ length: 9 }, () => false));
  });

  test('are not made of keys that mean something: j, k, and n alone', async () => {
    const page = await stage.enter({}, `/t/${long}`);
    await page.locator('.tt-answer', { hasText: 'Answer 199' }).waitFor();
    await page.locator('.tt-scroller').focus();
    for (const key of ['k', 'k', 'j', 'k']) await page.keyboard.press(key);
    expect(await focused(page)).toMatch(/answer|group|message/);
    expect(await messageBox(page).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.locator('.first-words').waitFor();
  });
});
