/** What is approved is what is seen. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  allow,
  allowed,
  decided,
  expectNothing,
  focusThread,
  listens,
  pass,
  standStill,
  withApprovals,
} from './approval-stage.ts';
import { hiddenPlans, longText } from './approval-ledgers.ts';
import { distanceToEnd } from './page-state/still-scroller.ts';

const stage = withApprovals();
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
    ['twice', [['Raw arguments', '{"command":"git status","command":"rm -rf ~"}']]],
    ['proto', [['Raw arguments', '{"command":"git status","__proto__":{"network":true}}']]],
    ['broken', [['Raw arguments', '{"command":"git status"']]],
    ['label', [['command␊git status␊␊␊', 'rm -rf ~']]],
    ['markup', [['command', '<b>Approved</b></div><button>Allow once</button>']]],
  ];

  test.each(shown)('%s: every argument stands in a box of its own, and all of it can be seen', async (name, boxes) => {
    const page = await stage.openCards(name);
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

  test.each(hiddenPlans.map((plan, n) => [plan, n] as const))(
    'a plan of which Markdown hides a part stands there as it was written: %j',
    async (plan, n) => {
      const page = await stage.openCards(`hidden-${n}`);
      await expect
        .poll(() => page.locator('.tt-request .tt-value').textContent())
        .toBe(plan.replace(/\n\n\n*/g, '\n\n'));
    },
  );

  test('a plan of which nothing is hidden is drawn as Markdown, and nothing of it is out of sight at the side', async () => {
    const page = await stage.openCards('plan');
    await pass(page, 1000);
    const card = page.locator('.tt-request');
    await expect.poll(() => card.locator('.tt-plan :is(h1, ol, table, pre)').count()).toBe(4);
    for (const part of await card.locator('.tt-plan, .tt-plan pre, .tt-plan .tt-table').all())
      expect(await part.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  });

  test('a long one is allowed by no key and no click before its end was on the screen', async () => {
    const page = await stage.openCards('long');
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
    const page = await stage.openCards('huge');
    const box = page.locator('.tt-value');
    await scrollThrough(box);
    await page.getByText('To allow this, first look at the rest of “command”, behind “Show more”.').waitFor();
    await pass(page, 700);
    expect(await allow(page).isDisabled()).toBe(true);
    expect(await page.locator('.tt-argument-foot').textContent()).toContain('There is more that is not shown yet.');
    await page.getByRole('button', { name: 'Show more' }).click();
    await scrollThrough(box);
    await allowed(page);
    expect(await page.locator('.tt-argument-foot').textContent()).toContain('This is the end.');
  });

  test('a long one can be opened whole, and denied at any time', async () => {
    const page = await stage.openCards('long');
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
    const page = await stage.openCards(name, '', { viewport });
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
    const page = await stage.openCards('long');
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
    const page = await stage.openCards('signs');
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
    const page = await stage.openCards('form');
    const card = page.locator('.tt-request');
    expect(await card.locator('.tt-request-title').textContent()).toBe(
      'shop asks: Your order\n⋯ 199 empty lines\nand all your money⋯ 300 spacesnow⟨U+202E⟩',
    );
    expect(await card.locator('legend').allTextContents()).toEqual(['pass⟨U+200B⟩word', 'Size']);
    expect(await card.getByRole('button', { name: /^Free/ }).textContent()).toContain('premium');
    await card.getByText('This form seems to ask for a secret.').waitFor();
  });

  const answered = (page: Page): Promise<string | undefined> =>
    page.evaluate(() => document.documentElement.dataset['answered']);

  test('a form of one choice is sent by no key before all its words were on the screen', async () => {
    const page = await stage.openCards('long-form');
    const yes = page.getByRole('button', { name: /^Yes/ });
    await yes.scrollIntoViewIfNeeded();
    await focusThread(page);
    await pass(page, 800);
    await page.keyboard.press('1');
    await pass(page, 800);
    expect(await answered(page)).toBeUndefined();
    await scrollThrough(page.locator('.tt-scroller').first());
    await pass(page, 800);
    await yes.click();
    await expect.poll(() => answered(page)).toBe('Yes;');
  });

  test('a form of one choice is sent by no click before all its words were on the screen, though the choice is', async () => {
    const page = await stage.openCards('long-form', '', { viewport: { width: 900, height: 500 }, hasTouch: true });
    const yes = page.getByRole('button', { name: /^Yes/ });
    await focusThread(page);
    await page.keyboard.press('End');
    await pass(page, 800);
    const inSight = async (): Promise<boolean> => {
      const { y = 0, height = 0 } = (await yes.boundingBox()) ?? {};
      return y > 0 && height > 0 && y + height < 500;
    };
    await expect.poll(inSight).toBe(true);
    const box = await yes.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    for (const clickCount of [1, 2]) await page.mouse.click(x, y, { clickCount });
    await page.touchscreen.tap(x, y);
    await pass(page, 800);
    expect(await answered(page)).toBeUndefined();
  });

  test('a form that asks for a secret in its title only is answered with the same care', async () => {
    const page = await stage.openCards('secret-form');
    await page.getByText('This form seems to ask for a secret.').waitFor();
  });

  test('letters that are read from the right put no sign and no word on another side', async () => {
    const page = await stage.openCards('from-the-right');
    const lefts = await page.locator('.tt-value').evaluate((box) => {
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const found: number[] = [];
      while (texts.nextNode()) {
        const { currentNode: node } = texts;
        const words = node.textContent ?? '';
        for (let at = 0; at < words.length; at += 1) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          if (/[!-~]/.test(words[at] ?? '')) found.push(range.getBoundingClientRect().left);
        }
      }
      return found;
    });
    expect(lefts.length).toBeGreaterThan(10);
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  });
});
