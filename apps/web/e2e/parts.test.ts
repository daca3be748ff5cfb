import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { inBothDirections } from './page-state/in-both-directions.ts';
import { lowContrast } from './page-state/low-contrast.ts';
import { attachedLedger, hostileLedger, ledgerText, longLedger, waitingLedger } from './ledger-text.ts';
import { stillScroller, toBeginning } from './page-state/still-scroller.ts';
import { withFixtures } from './with-fixtures.ts';

/** 3,334 turns are 10,002 items. */
const texts = new Map([
  ['/long.jsonl', ledgerText(longLedger(3_334))],
  ['/hostile.jsonl', ledgerText(hostileLedger())],
  ['/attached.jsonl', ledgerText(attachedLedger())],
  ['/waiting.jsonl', ledgerText(waitingLedger())],
]);

const stage = withFixtures(texts);

/** Opens all that can be opened, and what appears by that, and so on. */
async function openAll(page: Page): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const opened = await page.evaluate(() => {
      const buttons = document.querySelectorAll<HTMLElement>('.tt-thread [aria-expanded=false]');
      const details = document.querySelectorAll<HTMLDetailsElement>('.tt-thread details:not([open])');
      for (const button of buttons) button.click();
      for (const each of details) each.open = true;
      return buttons.length + details.length;
    });
    await settled(page);
    if (opened === 0) return;
  }
}

/** Goes through the events of the ledger, each of them drawn. */
async function step(page: Page, from: number, to: number): Promise<void> {
  await page.locator('input[type=range]').evaluate(
    async (range, [first, last]) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      for (let event = first; event <= last; event += 1) {
        set?.call(range, event);
        range.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      }
    },
    [from, to] as const,
  );
}

/** Until nothing of the page has changed for some frames: on a busy machine these take longer, too. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        let quiet = 0;
        const changes = new MutationObserver(() => {
          quiet = 0;
        });
        changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        const frame = (): void => {
          quiet += 1;
          if (quiet < 5) requestAnimationFrame(frame);
          else done(changes.disconnect());
        };
        requestAnimationFrame(frame);
      }),
  );
}

function kindsOn(page: Page): Promise<string[]> {
  return page.locator('.tt-item').evaluateAll((items) => items.map((item) => item.getAttribute('data-kind') ?? ''));
}

/** Nothing in the thread is more than text, pictures of our own bytes, and links that wait for a click. */
async function expectInert(page: Page): Promise<void> {
  const thread = page.locator('.fixture');
  expect(await thread.locator('script, iframe, object, video, svg, style, link, form[action], h1').count()).toBe(0);
  // Words make no heading above the third level: the only ones are the titles of cards, which say what is asked for.
  expect(await thread.locator('h2:not([data-hint])').count()).toBe(0);
  expect(await thread.locator('img:not([src^="data:image/png"])').count()).toBe(0);
  const links = await thread.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const href of links) expect(href).toMatch(/^(?:https?:|mailto:|data:image\/(?:png|svg\+xml);base64,)/);
  // Bytes of the ledger are saved by their link, never opened.
  expect(await thread.locator('a[href^="data:"]:not([download])').count()).toBe(0);
  const handlers = await thread.evaluate((element) =>
    [...element.querySelectorAll('*')].flatMap((each) =>
      each.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
  );
  expect(handlers).toEqual([]);
}

const shown = [
  'url=/attached.jsonl',
  'ledger=tour',
  'ledger=tour&to=23',
  'ledger=tour&to=31',
  'ledger=tour&to=71',
  'ledger=team-of-three-with-consensus',
  'ledger=compaction',
  'ledger=failed-run',
  'ledger=denied-approval',
  'ledger=refusal',
  'ledger=long-results',
  'ledger=workspace-changed-and-undone&to=14',
  'ledger=workspace-changed-and-undone',
  'ledger=queued-messages&to=12',
];

describe('everything can be read', () => {
  test('contrast is AA in both themes', async () => {
    const page = await stage.open({ viewport: { width: 1000, height: 6_000 } });
    for (const query of shown) {
      await page.goto(`${stage.server.url}/fixtures.html?${query}`);
      await page.locator('.tt-item').first().waitFor();
      await openAll(page);
      for (const theme of ['light', 'dark']) {
        await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
        expect([query, theme, await page.evaluate(lowContrast)]).toEqual([query, theme, []]);
      }
    }
  });
});

describe('[L7] hostile words in every field', () => {
  test('[B.6 49] cause no dialog, no request, no element and no navigation, all opened, after every event', async () => {
    const path = '<img src=x onerror=alert(1)>';
    const diff = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-<script>alert(1)</script>\n+${path}\n`;
    const page = await stage.draw(`url=/hostile.jsonl&diff=${encodeURIComponent(diff)}`);
    await step(page, 0, hostileLedger().length);
    await page.setViewportSize({ width: 1000, height: 12_000 });
    const kinds = new Set<string>();
    // At the end and at the beginning: what is not on the screen is not there.
    for (const key of ['End', 'Home']) {
      for (let round = 0; round < 2; round += 1) {
        await openAll(page);
        await page.locator('.tt-scroller').press(key);
        await stillScroller(page);
      }
      for (const kind of await kindsOn(page)) kinds.add(kind);
      await expectInert(page);
    }
    expect(kinds).toEqual(
      new Set(['message', 'group', 'request', 'changes', 'orphan', 'section', 'compaction', 'answer', 'status']),
    );
    expect(page.url()).toContain('fixtures.html');
  });
});

describe('[L5] [B.6 60] ten thousand items', () => {
  test('mount what is on the screen, at the end, in the middle and at the beginning', async () => {
    const page = await stage.draw('url=/long.jsonl');
    await page.getByText('Answer 3333.').waitFor();
    const mounted = (): Promise<number> => page.locator('.tt-item').count();
    expect(await mounted()).toBeLessThanOrEqual(50);
    const height = await page.locator('.tt-scroller').evaluate(({ scrollHeight }) => scrollHeight);
    await page.locator('.tt-scroller').hover();
    for (const by of [height / 2, height / 3, 0]) {
      if (by === 0) await toBeginning(page);
      else await page.mouse.wheel(0, -by);
      await stillScroller(page);
      expect(await mounted()).toBeLessThanOrEqual(50);
    }
    await page.getByText('Question 0', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1_500);
  });
});

test('Why an opened group went on is as large as its head', async () => {
  const page = await stage.draw('ledger=steps-limit-continuation');
  await page.locator('.tt-group-head').first().click();
  const [why, head] = await Promise.all(
    ['.tt-rail .tt-why', '.tt-group-head'].map((row) =>
      page
        .locator(row)
        .first()
        .evaluate((element) => getComputedStyle(element).fontSize),
    ),
  );
  expect(why).toBe(head);
});

describe('a card', () => {
  test('is settled by a key only while it can be seen, and keeps what was begun in it', async () => {
    const page = await stage.draw('url=/waiting.jsonl');
    const scroller = page.locator('.tt-scroller');
    const allow = page.getByRole('button', { name: /^Allow once/ });
    await expect.poll(() => allow.isDisabled()).toBe(false);
    await page.getByRole('button', { name: /^Something else/ }).click();
    await page.getByRole('textbox', { name: 'Your answer' }).fill('begun');
    await toBeginning(page);
    await page.getByText('Question 0', { exact: true }).waitFor();
    await scroller.focus();
    await page.keyboard.press('a');
    await page.getByRole('button', { name: '↓ Latest' }).click();
    expect(await page.getByRole('textbox', { name: 'Your answer' }).inputValue()).toBe('begun');
    await allow.focus();
    // A letter that follows another is part of a word.
    await page.waitForTimeout(1100);
    expect(await allow.isDisabled()).toBe(false);
    await page.locator('.tt-request[data-listening]', { has: allow }).waitFor();
    await page.keyboard.press('a');
    await expect.poll(() => allow.isDisabled()).toBe(true);
  });
});

describe('for everybody', () => {
  test('every button has a name, what opens says whether it is open, and images have words', async () => {
    const page = await stage.draw('ledger=tour', { viewport: { width: 1000, height: 4_000 } });
    await openAll(page);
    const nameless = await page
      .locator('.tt-thread button')
      .evaluateAll(
        (all) => all.filter((button) => (button.textContent ?? '').trim() === '' && !button.ariaLabel).length,
      );
    expect(nameless).toBe(0);
    expect(await page.locator('.tt-thread img:not([alt])').count()).toBe(0);
    expect(await page.locator('.tt-group-head[aria-expanded=true]').count()).toBeGreaterThan(1);
    expect(await page.getByRole('log', { name: 'Thread' }).getAttribute('aria-live')).toBe('off');
  });

  test('boundaries are announced, streaming words are not', async () => {
    const page = await stage.draw('ledger=tour&to=4');
    const said: string[] = [];
    await page.exposeFunction('heard', (words: string) => void said.push(words));
    await page.evaluate(() => {
      const status = document.querySelector('.tt-thread > [role=status]');
      if (status === null) return;
      new MutationObserver(() => void Reflect.get(window, 'heard')(status.textContent)).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await step(page, 5, 100);
    await expect.poll(() => said.at(-1)).toBe('Answer complete');
    expect(said).toContain('Waiting for you: Which packages may I change?');
    expect(said.length).toBeLessThan(25);
    expect(said.join(' ')).not.toContain('parser 3.0.1');
  });

  test.each([
    ['no-preference', 'tt-turn'],
    ['reduce', 'none'],
  ] as const)('a spinner turns, but not for those who asked for less motion: %s', async (reducedMotion, expected) => {
    const page = await stage.draw('ledger=tour&to=20', { reducedMotion });
    const name = await page.locator('.tt-spinner').evaluate((spinner) => getComputedStyle(spinner).animationName);
    expect(name).toBe(expected);
  });

  test('items are walked with j and k, and opened with Enter', async () => {
    const page = await stage.draw('ledger=tour');
    await page.locator('.tt-scroller').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const kind = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.getAttribute('data-kind'));
    await expect.poll(kind).toBe('group');
    await page.keyboard.press('Enter');
    await page.locator('.tt-rail').waitFor();
    await page.keyboard.press('k');
    await expect.poll(kind).toBe('message');
  });
});

test.each(['tour', 'team-of-three-with-consensus', 'workspace-changed-and-undone'])(
  '%s is the mirror of itself where it is read from the right, and its code is not',
  async (ledger) => {
    const page = await stage.draw(`ledger=${ledger}`);
    await openAll(page);
    for (const width of [1280, 640]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      const boxes = [
        '.tt-bubble',
        '.tt-answer-body',
        '.tt-group-head',
        '.tt-dot',
        '.tt-rail',
        '.tt-call',
        '.tt-section',
      ];
      const [ltr, rtl] = await inBothDirections(page, boxes);
      expect(rtl.map(([from, to]) => [width - to, width - from])).toEqual(ltr);
      expect(ltr.length).toBeGreaterThan(3);
    }
    const code = await page.locator('pre, .tt-json').evaluateAll((texts) => {
      document.documentElement.dir = 'rtl';
      return texts.map((text) => getComputedStyle(text).direction);
    });
    expect(new Set(code)).not.toContain('rtl');
  },
);
