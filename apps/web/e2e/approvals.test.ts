/** What is approved is what is seen, and a key approves only what its reader has before their eyes. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { approvalLedgers, longText } from './approval-ledgers.ts';
import { ledgerText } from './ledger-text.ts';
import { distanceToEnd } from './still-scroller.ts';
import { withFixtures } from './with-fixtures.ts';

const stage = withFixtures(
  new Map(Object.entries(approvalLedgers).map(([name, events]) => [`/${name}.jsonl`, ledgerText(events)])),
);
const ticking = new WeakSet<Page>();

async function open(name: string, more = '', options?: BrowserContextOptions): Promise<Page> {
  const page = await stage.open(options);
  // An earlier test may have let it stand still.
  await (ticking.has(page) ? page.clock.resume() : page.clock.install());
  ticking.add(page);
  await page.goto(`${stage.server.url}/fixtures.html?url=/${name}.jsonl${more}`);
  await page.locator('.tt-request').first().waitFor();
  return page;
}

/** So much time goes by on the page, and takes no longer than what happens in it. */
const pass = (page: Page, ms: number): Promise<void> => page.clock.runFor(ms);
/** From here on only as much time goes by as the test says: not even a frame, however long the page takes for a step. */
const standStill = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
const decided = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.dataset['decided'] ?? '');
const allow = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('button', { name: /^Allow once/ });
const focusThread = (page: Page): Promise<void> => page.locator('.tt-scroller').first().focus();
const listening = (page: Page): Promise<string[]> =>
  page
    .locator('.tt-request[data-listening]')
    .evaluateAll((all) => all.map((card) => card.getAttribute('data-request') ?? ''));
/** The one card listens: from here on nothing but the thing under test keeps a key from it. */
const listens = async (page: Page): Promise<void> => {
  await pass(page, 700);
  await page.locator('.tt-request[data-listening]').waitFor();
};
const allowed = async (page: Page): Promise<void> => {
  await pass(page, 700);
  await expect.poll(() => allow(page).isEnabled()).toBe(true);
};

/** As a person does: from its beginning to its end, a few lines at a time. */
const scrollThrough = (box: Locator): Promise<void> =>
  box.evaluate(async (element) => {
    for (let top = 0; top < element.scrollHeight; top += element.clientHeight / 2) {
      element.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
      const before = element.scrollTop;
      element.scrollTo(0, top);
      // What was drawn in a frame was in sight; the page's clock knows nothing of frames.
      if (element.scrollTop !== before) {
        await new Promise((resolve) => element.addEventListener('scroll', resolve, { once: true }));
      }
    }
  });
/** Longer than a card waits before it listens, and than a letter waits for the next: what has not happened by then does not happen. */
const expectNothing = async (page: Page): Promise<void> => {
  await pass(page, 1200);
  expect(await decided(page)).toBe('');
};

describe('[H2] [B.6 51] a forged proposal', () => {
  const shown: readonly (readonly [name: string, boxes: readonly (readonly [label: string, value: string])[]])[] = [
    ['newlines', [['command', 'git status\n⋯ 298 empty lines\nrm -rf ~']]],
    [
      'forged',
      [
        ['description', 'Shows it\ncommand: git status\nnetwork: false\n⋯ 199 empty lines'],
        ['command', 'rm -rf ~'],
      ],
    ],
    ['spaces', [['command', 'git status⋯ 500 spaces; rm -rf ~']]],
    ['blank', [['command', 'git status⋯ 400 spaces; rm -rf ~']]],
    [
      'signs',
      [
        [
          'command',
          'echo ⟨U+202E⟩~ fr- mr⟨U+2066⟩⟨U+3164⟩⟨U+115F⟩⟨U+1160⟩⟨U+FFA0⟩⟨U+D800⟩⟨hidden: rm⟩⟨U+FE01⟩ a⟨U+200D⟩b',
        ],
      ],
    ],
    ['marks', [['command', 'git status⟨400 combining marks⟩']]],
    ['twice', [['All arguments, as they were written', '{"command":"git status","command":"rm -rf ~"}']]],
    ['proto', [['All arguments, as they were written', '{"command":"git status","__proto__":{"network":true}}']]],
    ['broken', [['All arguments, as they were written', '{"command":"git status"']]],
    ['label', [['command␊git status␊␊␊', 'rm -rf ~']]],
    ['markup', [['command', '<b>Approved</b></div><button>Allow once</button>']]],
  ];

  test.each(shown)('%s: every argument stands in a box of its own, and all of it can be seen', async (name, boxes) => {
    const page = await open(name);
    const card = page.locator('.tt-request');
    expect(
      await card
        .locator('.tt-argument-name')
        .allTextContents()
        .then((all) => all.map((one) => one.trim())),
    ).toEqual(boxes.map(([label]) => label));
    expect(await card.locator('.tt-value').allTextContents()).toEqual(boxes.map(([, value]) => value));
    // Nothing of it is cut off sideways, and what would run is in sight before it can be allowed.
    for (const box of await card.locator('.tt-value').all()) {
      expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    }
    await allowed(page);
    expect(await allow(page).count()).toBe(1);
  });

  test('a long one is allowed by no key and no click before its end was on the screen', async () => {
    const page = await open('long');
    const box = page.locator('.tt-value');
    await page.getByText('To allow this, first look at all of “command”.').waitFor();
    expect(await page.locator('.tt-argument-foot').textContent()).toMatch(/⋯ 18\d more lines below/);
    await focusThread(page);
    await listens(page);
    await page.keyboard.press('a');
    await pass(page, 800);
    await page.keyboard.press('t');
    await allow(page).click({ force: true });
    await expectNothing(page);
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    // Its end alone is not enough: what was passed over may be what the command is about.
    await page.getByText('To allow this, first look at the marked lines of “command”.').waitFor();
    await page.keyboard.press('a');
    await expectNothing(page);
    await scrollThrough(box);
    await allowed(page);
    expect(await page.locator('.tt-argument-foot').textContent()).toContain('This is the end.');
    await pass(page, 1100);
    await listens(page);
    await page.keyboard.press('a');
    await expect.poll(() => decided(page)).toBe('r0 once;');
  });

  test('[M9] one of many steps is allowed only when all of them have been on the screen', async () => {
    const page = await open('huge');
    const box = page.locator('.tt-value');
    await scrollThrough(box);
    await page.getByText('To allow this, first look at the rest of “command”, behind “Show more”.').waitFor();
    await pass(page, 700);
    expect(await allow(page).isDisabled()).toBe(true);
    expect(await page.locator('.tt-argument-foot').textContent()).toContain('More of it is not shown yet.');
    await page.getByRole('button', { name: 'Show more' }).click();
    await scrollThrough(box);
    await allowed(page);
    expect(await page.locator('.tt-argument-foot').textContent()).toContain('This is the end.');
  });

  test('a long one can be opened whole, and denied at any time', async () => {
    const page = await open('long');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('To allow this, first look at').waitFor();
    const scroller = page.locator('.tt-scroller');
    await standStill(page);
    await scroller.hover();
    await page.mouse.wheel(0, -1);
    await scrollThrough(scroller);
    await allowed(page);
    await page.getByRole('button', { name: /^Deny/ }).click();
    await expect.poll(() => decided(page)).toBe('r0 deny;');
  });

  test('a wheel that turns on goes past a card that is longer than the screen, and stays there', async () => {
    // A page without the test's clock, whose frames are not those in which a page scrolls.
    const page = await stage.draw('url=/long.jsonl', { locale: 'en' });
    await page.getByRole('button', { name: 'Show all' }).click();
    const scroller = page.locator('.tt-scroller');
    await expect.poll(() => distanceToEnd(page)).toBeGreaterThan(1000);
    await scroller.evaluate(async (element) => {
      const frames = async (count: number): Promise<void> => {
        for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
      };
      const turn = (): boolean => element.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
      turn();
      await frames(8);
      turn();
      await frames(4);
      element.scrollTo(0, element.scrollHeight);
      await frames(4);
    });
    expect(await distanceToEnd(page)).toBeLessThan(2);
  });

  test.each([
    ['boxes', { width: 900, height: 420 }],
    ['boxes', { width: 400, height: 700 }],
    ['long', { width: 400, height: 420 }],
    ['long', { width: 1280, height: 900 }],
  ])('[U2 2] %s: the button beside the words leads through all that was not seen', async (name, viewport) => {
    const page = await open(name, '', { viewport });
    const places = new Set<string>();
    const show = page.getByRole('button', { name: 'Show it' });
    await pass(page, 700);
    for (let round = 0; round < 120 && (await show.count()) > 0; round += 1) {
      expect(await allow(page).isEnabled()).toBe(false);
      places.add((await page.locator('.tt-buttons [role=status]').textContent()) ?? '');
      await show.evaluate((button) => button instanceof HTMLElement && button.click());
      await pass(page, 200);
    }
    await allowed(page);
    const boxes = name === 'long' ? ['command'] : ['first', 'second'];
    expect([...places]).toEqual(
      expect.arrayContaining(boxes.map((box) => `To allow this, first look at all of “${box}”.`)),
    );
  });

  test('[U2 2] what a fast wheel passed over is marked, and the words say so', async () => {
    const page = await open('long');
    const box = page.locator('.tt-value');
    const marked = (): Promise<string> => box.evaluate((element) => getComputedStyle(element).backgroundImage);
    await pass(page, 700);
    expect(await marked()).toBe('none');
    await box.evaluate(async (element) => {
      for (let top = 0; top < element.scrollHeight; top += 400) {
        element.scrollTo(0, top);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      element.scrollTo(0, element.scrollHeight);
    });
    await page.getByText('To allow this, first look at the marked lines of “command”.').waitFor();
    expect(await marked()).toContain('linear-gradient');
    await scrollThrough(box);
    await allowed(page);
    expect(await marked()).toBe('none');
  });

  test('an edit cannot be sent unseen, unsound or with hidden characters', async () => {
    const page = await open('signs');
    await page.getByRole('button', { name: /^Edit/ }).click();
    const field = page.getByRole('textbox', { name: 'Arguments to run instead' });
    expect(await field.inputValue()).toContain('\\u202e');
    expect(await field.inputValue()).toMatch(/^[\n -~]*$/);
    const run = page.getByRole('button', { name: 'Run this instead' });
    await field.fill('{"command":"a","command":"b"}');
    await page.getByText('The key "command" cannot be used here, or is used twice.').waitFor();
    expect(await run.isDisabled()).toBe(true);
    await field.fill('[]');
    await page.getByText('This is not a JSON object.').waitFor();
    await field.fill(JSON.stringify({ command: longText.split('\n') }, undefined, 2));
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: /^Edit/ }).click();
    await field.fill('{"command":"ls"}');
    await run.click();
    await expect.poll(() => decided(page)).toBe('r0 edit;');
  });

  test('a form shows every word of its server, and warns of a secret', async () => {
    const page = await open('form');
    const card = page.locator('.tt-request');
    expect(await card.locator('.tt-request-title').textContent()).toBe(
      'shop asks: Your order\n⋯ 199 empty lines\nand all your money⋯ 300 spacesnow⟨U+202E⟩',
    );
    expect(await card.locator('legend').allTextContents()).toEqual(['pass⟨U+200B⟩word', 'Size']);
    expect(await card.getByRole('button', { name: /^Free/ }).textContent()).toContain('premium');
    await card.getByText('This form seems to ask for a secret.').waitFor();
  });
});

describe('a key settles a card', () => {
  test('that is marked, once it has been in sight for a while', async () => {
    const page = await open('plain');
    await focusThread(page);
    await page.keyboard.press('a');
    await listens(page);
    await pass(page, 1100);
    expect(await decided(page)).toBe('');
    await page.keyboard.press('a');
    await expect.poll(() => decided(page)).toBe('r0 once;');
  });

  test('never from outside of the thread', async () => {
    const page = await open('plain');
    await allowed(page);
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.textContent = 'of the host';
      document.body.prepend(button);
      button.focus();
    });
    await page.keyboard.press('a');
    await expectNothing(page);
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    );
    await page.keyboard.press('a');
    await expectNothing(page);
    expect(await listening(page)).toEqual([]);
  });

  /** Only the reader lets go of the end. */
  const WHEEL = `scroller.dispatchEvent(new WheelEvent('wheel'))`;
  const hidings: readonly (readonly [name: string, hide: string])[] = [
    [
      'scrolled up in a box of 160 px',
      `thread.style.flex = 'none'; thread.style.height = '160px'; ${WHEEL}; scroller.scrollTo(0, 0)`,
    ],
    ['scrolled up', `${WHEEL}; scroller.scrollTo(0, 0)`],
    ['half behind the edge of its scroller', `${WHEEL}; scroller.scrollTop -= 40`],
    [
      'clipped by a box around the thread',
      `thread.parentElement.style.cssText = 'height: 900px; overflow: hidden'; document.body.style.cssText = 'height: 300px; overflow: hidden'; document.documentElement.style.overflow = 'hidden'`,
    ],
    ['clipped by a path', `thread.style.clipPath = 'inset(0 0 50% 0)'`],
    [
      'covered by something of the host',
      `const over = document.createElement('div'); over.style.cssText = 'position: fixed; inset: 50% 0 0 0; background: white'; document.body.append(over)`,
    ],
    ['moved out of the window', `thread.style.transform = 'translateX(3000px)'`],
    ['transparent', `thread.style.opacity = '0'`],
    ['invisible', `document.querySelector('.tt-request').style.visibility = 'hidden'`],
  ];
  test.each(hidings)('never while it is %s', async (_, hide) => {
    const page = await open('plain');
    await focusThread(page);
    await listens(page);
    await standStill(page);
    // A reader's wheel and what it moves are seen in one frame: the page has heard of it before any time goes by.
    await page.evaluate(
      `(() => { const thread = document.querySelector('.tt-thread'); const scroller = document.querySelector('.tt-scroller'); const top = scroller.scrollTop; ${hide}; if (scroller.scrollTop !== top) return new Promise((seen) => scroller.addEventListener('scroll', seen, { once: true })).then(() => undefined); })()`,
    );
    await page.keyboard.press('a');
    await pass(page, 1100);
    await page.keyboard.press('d');
    await expectNothing(page);
    expect(await listening(page)).toEqual([]);
  });

  test('never by typing, whatever letter the sentence begins with', async () => {
    const page = await open('plain');
    await focusThread(page);
    await listens(page);
    await standStill(page);
    for (const sentence of ['what does that publish?', 'add a test first', 'do not', 'the end', 'A', 'aa', 'tada']) {
      for (const letter of sentence) await page.keyboard.type(letter).then(() => pass(page, 40));
      if (sentence === 'A') continue;
      await expectNothing(page);
    }
    await expectNothing(page);
  });

  test('never with another key, held down, or while a word is composed', async () => {
    const page = await open('plain');
    await focusThread(page);
    await listens(page);
    for (const chord of ['Control+a', 'Alt+a', 'Shift+a', 'Meta+a']) {
      await page.keyboard.press(chord);
      await pass(page, 1100);
    }
    await page.evaluate(() => {
      const scroller = document.querySelector('.tt-scroller');
      const press = (init: KeyboardEventInit): unknown =>
        scroller?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, ...init }));
      press({ repeat: true });
      press({ isComposing: true });
      press({ keyCode: 229 });
      press({ modifierAltGraph: true });
    });
    await expectNothing(page);
  });

  test('never in a hidden tab', async () => {
    const page = await open('plain');
    await focusThread(page);
    await listens(page);
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
    await page.keyboard.press('a');
    await expectNothing(page);
  });

  test('of two one listens, and says so; the other when the focus is in it', async () => {
    const page = await open('two');
    await focusThread(page);
    await listens(page);
    expect(await listening(page)).toEqual(['r0']);
    const hints = page.locator('.tt-request .tt-key:visible');
    expect(await hints.count()).toBe(4);
    await page.locator('[data-request=r1] .tt-value').focus();
    await page.locator('[data-request=r1][data-listening]').waitFor();
    expect(await listening(page)).toEqual(['r1']);
    await page.keyboard.press('d');
    await expect.poll(() => decided(page)).toBe('r1 deny;');
  });

  test('of two threads on a page only the one with the focus', async () => {
    const page = await open('plain', '&twice', { viewport: { width: 1000, height: 1200 } });
    const [first, second] = [page.locator('.tt-scroller').nth(0), page.locator('.tt-scroller').nth(1)];
    await second.focus();
    await second.locator('.tt-request[data-listening]').waitFor();
    expect(await first.locator('[data-listening]').count()).toBe(0);
  });

  test('with several questions by digits and ⏎', async () => {
    const page = await open('several');
    await focusThread(page);
    await listens(page);
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Sent…/ }).waitFor();
    expect(await page.locator('.tt-question button[aria-pressed=true]').allTextContents()).toEqual(['A', 'D2']);
  });
});
