/** [issue 13] How the page behaves: enlarged, in colours of the reader's, with less motion, under fingers, and by keyboard alone. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { messageBox, pressFind } from './say.ts';
import { seedSession } from './seed-session.ts';
import { withServer } from './with-server.ts';

const stage = withServer({
  program: 'demo',
  speed: 50,
  async seed(data) {
    seedSession(data, 'claude-code/everyday.jsonl');
  },
});

const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true } as const;
/** A window of 1280 by 800, enlarged to 200 per cent. */
const ENLARGED = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } as const;

async function home(options: Parameters<typeof stage.enter>[0]): Promise<Page> {
  const page = await stage.enter(options);
  await page.locator('.session-row').first().waitFor();
  await page.locator('.search-all').waitFor();
  await page.getByRole('button', { name: /^Upgrade the parser/ }).waitFor();
  await page.locator('.connect-model').waitFor();
  return page;
}

test('[issue 13] the first look: what this is, the demo, what is on this computer, how to connect a model, in this order', async () => {
  const page = await home({ viewport: { width: 1280, height: 800 } });
  const tops = await Promise.all(
    [
      page.getByText(/^Toolthread shows every tool call of an agent/),
      page.getByRole('button', { name: /^Upgrade the parser/ }),
      page.getByRole('heading', { name: 'On this computer' }),
      page.getByRole('heading', { name: 'Connect a model' }),
    ].map(async (part) => (await part.boundingBox())?.y ?? Number.NaN),
  );
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  const connect = await page.locator('.connect-model').textContent();
  expect(connect).toMatch(/ANTHROPIC_API_KEY.*OPENAI_API_KEY/);
  // Before them, where it runs.
  expect(connect).toContain('Ollama');
  // What is here is seen without scrolling: the message is below.
  const row = page.locator('.home-row', { hasText: 'border' }).first();
  const isInSight = async (): Promise<boolean> => {
    const [box, message] = await Promise.all([row.boundingBox(), messageBox(page).boundingBox()]);
    return box !== null && message !== null && box.y + box.height <= message.y;
  };
  await expect.poll(isInSight).toBe(true);
  // One click, and the first call is there.
  await page.getByRole('button', { name: /^Upgrade the parser/ }).click();
  await page.locator('.tt-group-head').first().waitFor();

  // Whoever has begun knows what this is: the list takes the room, with the own thread and the session in it, in the order of the list at the side.
  await page.getByRole('link', { name: /^New thread/ }).click();
  await page.locator('a.home-row', { hasText: 'Upgrade the parser' }).waitFor();
  await page.getByRole('button', { name: /^Plan it as a team/ }).waitFor();
  await expect.poll(isInSight).toBe(true);
  expect(await page.getByText(/^Toolthread shows every tool call of an agent/).count()).toBe(0);
  const prompts = page.locator('.first-words-column ul');
  await expect.poll(() => prompts.evaluate((list) => list.getBoundingClientRect().height)).toBeLessThan(60);
  await row.click();
  await page.getByRole('note').filter({ hasText: 'A session of Claude Code' }).waitFor();
  await page.getByRole('link', { name: /^New thread/ }).click();
  await expect
    .poll(async () => [
      await page.locator('.home-row b').allTextContents(),
      await page.locator('.home-row .tt-dot, .home-row .tt-spinner').evaluateAll(labels),
    ])
    .toEqual([
      await page.locator('.tt-thread-row b').allTextContents(),
      await page.locator('.tt-thread-row .tt-dot, .tt-thread-row .tt-spinner').evaluateAll(labels),
    ]);
  // One filter for both.
  await page.getByRole('combobox', { name: 'By agent' }).selectOption('Claude Code');
  await expect.poll(() => page.locator('.home-row').count()).toBe(1);
  await expect.poll(() => page.locator('.tt-thread-row').count()).toBe(1);
});

const labels = (marks: readonly Element[]): readonly (string | null)[] =>
  marks.map((mark) => mark.getAttribute('aria-label'));

/** The page's own screens, one after the other. */
async function forEachScreen(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await look('home');
  await page.getByRole('button', { name: /^Upgrade the parser/ }).click();
  await page.locator('.tt-request').first().waitFor();
  await look('a question');
  await page.goto(stage.server.url);
  await page.getByRole('button', { name: /^Ask me before you publish/ }).click();
  await page.locator('.tt-request').first().waitFor();
  await look('an approval');
  await page.getByRole('button', { name: /^Deny/ }).click();
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await page.getByRole('button', { name: /show details/ }).evaluateAll((heads) => {
    for (const head of heads) if (head instanceof HTMLElement) head.click();
  });
  await look('a thread that is done');
  await page.goto(`${stage.server.url}/usage`);
  await page.locator('.usage-page').getByRole('combobox', { name: 'When' }).selectOption('Any time');
  await page.getByRole('heading', { name: 'By model' }).waitFor();
  await look('usage');
}

/** What reaches out of the window to the side, or is wider than it. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide, of ${clientWidth}`] : [];
  });

test('[issue 13] at 200 per cent nothing is lost, and nothing scrolls to the side', async () => {
  const page = await home(ENLARGED);
  const found: string[] = [];
  await forEachScreen(page, async (name) => {
    for (const problem of await tooWide(page)) found.push(`${name}: ${problem}`);
    const box = messageBox(page);
    if ((await box.count()) === 0) return;
    const inside = await box.evaluate((field) => {
      const { top, bottom } = field.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    if (!inside) found.push(`${name}: the message is out of the window`);
    const room = await page
      .locator('.tt-scroller, .first-words')
      .first()
      .evaluate((element) => element.clientHeight);
    if (room < 120) found.push(`${name}: ${room} px are left for the thread`);
  });
  expect(found).toEqual([]);
});

/** What a finger would press and is smaller than 44 px, in either direction. Links in a text are as high as its lines. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, select, input, textarea, summary, a[href], [role=button]')].flatMap(
      (element) => {
        const { width, height } = element.getBoundingClientRect();
        const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1;
        const isHidden =
          element.closest('[aria-hidden=true], .side') !== null && document.querySelector('[data-menu=true]') === null;
        if (!isShown || isHidden || element.closest('.tt-markdown p, .tt-markdown li') !== null) return [];
        if (Math.round(width) >= 44 && Math.round(height) >= 44) return [];
        const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return [
          `${element.tagName.toLowerCase()}.${element.className} “${words.slice(0, 30)}” ${Math.round(width)}×${Math.round(height)}`,
        ];
      },
    ),
  );

/** Names of keys, for those who have none. */
const keyHints = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('.tt-key, kbd')].filter((element) => element.checkVisibility());
    // What a card says of its shortcuts is drawn by the style sheet.
    const said = [...document.querySelectorAll('[data-hint]')].filter((element) => {
      const { display, visibility } = getComputedStyle(element, '::after');
      return display !== 'none' && visibility === 'visible';
    });
    return named.length + said.length;
  });

test('[issue 13] on a phone everything that is pressed has 44 px, and no key is named', async () => {
  const page = await home(PHONE);
  const found: string[] = [];
  const look = async (name: string): Promise<void> => {
    // Only then would it name keys.
    if (name === 'an approval') await page.locator('.tt-request[data-listening]').waitFor();
    for (const problem of await tooWide(page)) found.push(`${name}: ${problem}`);
    for (const problem of await tooSmall(page)) found.push(`${name}: ${problem}`);
    if ((await keyHints(page)) > 0) found.push(`${name}: ${await keyHints(page)} names of keys`);
  };
  await forEachScreen(page, look);
  await page.goto(stage.server.url);
  await page.locator('.bar .menu').click();
  await page.locator('[data-menu=true]').waitFor();
  await page.locator('.list-filter').waitFor();
  await look('the list');
  await page
    .getByRole('button', { name: /^Actions: / })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await look('what can be done with a thread');
  expect(found).toEqual([]);
});

test('[issue 13] on a phone Enter makes a line, and the keyboard on the screen hides neither the message nor the end of the thread', async () => {
  const page = await home(PHONE);
  await page.getByRole('button', { name: /^Show me that output/ }).click();
  await page.locator('.tt-answer[data-state=done]').waitFor();
  const { width, height } = PHONE.viewport;
  await messageBox(page).click();
  // `interactive-widget=resizes-content`: the keyboard takes its height from the page.
  await page.setViewportSize({ width, height: height - 320 });
  await messageBox(page).pressSequentially('One');
  await page.keyboard.press('Enter');
  await messageBox(page).pressSequentially('two');
  expect(await messageBox(page).inputValue()).toBe('One\ntwo');
  await expect
    .poll(() =>
      page.evaluate(() => {
        const [answer, box] = ['.tt-answer', '.tt-composer-box'].map((name) =>
          [...document.querySelectorAll(name)].at(-1),
        );
        const [end, top] = [answer?.getBoundingClientRect().bottom, box?.getBoundingClientRect().top];
        const bottom = box?.getBoundingClientRect().bottom;
        return end !== undefined && top !== undefined && bottom !== undefined && end <= top && bottom <= innerHeight;
      }),
    )
    .toBe(true);
});

test('[issue 13] in colours of the reader’s what is chosen, what has the focus and how a thread is can be seen', async () => {
  const page = await home({ forcedColors: 'active' });
  await page.getByRole('button', { name: /^Upgrade the parser/ }).click();
  await page.locator('.tt-request').first().waitFor();
  await page.locator('.tt-thread-row[aria-current]').waitFor();
  const seen = await page.evaluate(() => {
    const style = (name: string): CSSStyleDeclaration | undefined => {
      const element = document.querySelector(name);
      return element === null ? undefined : getComputedStyle(element);
    };
    return {
      forced: matchMedia('(forced-colors: active)').matches,
      row: style('.tt-thread-row[aria-current]')?.outlineStyle,
      bubble: style('.tt-bubble')?.borderTopStyle,
      // The marks keep their colours: they are drawn, not written.
      mark: style('.tt-group-head .tt-dot, .tt-group-head .tt-spinner')?.forcedColorAdjust,
      option: style('.tt-request .tt-button')?.borderTopStyle,
    };
  });
  expect(seen).toEqual({ forced: true, row: 'solid', bubble: 'solid', mark: 'none', option: 'solid' });
  await page.keyboard.press('Tab');
  const focus = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
    return [outlineStyle, Number.parseFloat(outlineWidth) > 0];
  });
  expect(focus).toEqual([expect.not.stringMatching('none'), true]);
});

test('[issue 13] for those who asked for less motion nothing moves, in the list, in a thread at work, and in what opens', async () => {
  const page = await home({ reducedMotion: 'reduce', viewport: PHONE.viewport });
  const moving = (): Promise<string[]> =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'a transition')),
    );
  await page.locator('.bar .menu').click();
  await page.locator('[data-menu=true]').waitFor();
  expect(await moving()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Upgrade the parser/ }).click();
  await page.locator('.tt-group-head').first().waitFor();
  expect(await moving()).toEqual([]);
  await page.locator('.tt-request').first().waitFor();
  await page
    .getByRole('button', { name: /show details/ })
    .first()
    .click();
  expect(await moving()).toEqual([]);
});

/** With Tab alone. What cannot be pressed yet, such as what has not been in sight for long enough, is no stop. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  await expect.poll(() => target.isEnabled()).toBe(true);
  for (let pressed = 0; pressed < 200; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there.');
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('[issue 13] by keyboard alone: begin, choose who answers, answer, deny with a reason, approve, edit and resend, find, search, usage, rename, export, delete', async () => {
  const page = await home({ viewport: { width: 1280, height: 900 } });
  const { keyboard } = page;
  const done = page.locator('.tt-answer[data-state=done]');

  // Who answers, and the first words.
  await tabTo(page, page.getByRole('combobox', { name: 'Agent', exact: true }));
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowUp');
  await tabTo(page, messageBox(page));
  await keyboard.type('Ask me before you publish');
  await keyboard.press('Enter');

  // Deny, and say why.
  const card = page.locator('.tt-request');
  await card.waitFor();
  await press(page, card.getByRole('button', { name: /^Give a reason/ }));
  await card.locator(':is(input, textarea):focus').waitFor();
  await keyboard.type('Not today');
  await press(page, card.getByRole('button', { name: /^Deny/ }));
  await done.waitFor();

  // Other words for the same message, and then allow it.
  await press(page, page.locator('.tt-item[data-kind=message]').getByRole('button', { name: 'Actions' }));
  await press(page, page.getByRole('button', { name: 'Edit and resend' }));
  await page.locator('textarea[aria-label="Edit message"]:focus').waitFor();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('Ask me before you publish');
  await press(page, page.locator('.tt-editor, .tt-rewind').getByRole('button', { name: /^(Send|Resend)/ }));
  await card.waitFor();
  await press(page, card.getByRole('button', { name: /^Allow once/ }));
  await done.waitFor();

  // Find, and back.
  await pressFind(page);
  await keyboard.type('publish');
  await keyboard.press('Enter');
  await page.getByText(/^\d+ of \d+/).waitFor();
  await keyboard.press('Escape');

  // As a file.
  await press(page, page.getByRole('button', { name: 'Export', exact: true }));
  const saved = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: /^Markdown/ }));
  expect((await saved).suggestedFilename()).toMatch(/\.md$/);

  // Another name, and into the bin.
  const row = page.getByRole('button', { name: /^Actions: / }).first();
  await press(page, row);
  await tabTo(page, page.getByRole('dialog').getByRole('textbox', { name: 'Title' }));
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('Another name');
  await keyboard.press('Enter');
  await page.getByRole('link', { name: /Another name/ }).waitFor();
  await press(page, page.getByRole('button', { name: 'Actions: Another name' }));
  await press(page, page.getByRole('button', { name: 'Delete…' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
  await page
    .getByRole('link', { name: /Another name/ })
    .first()
    .waitFor({ state: 'detached' });

  // A question.
  await press(page, page.getByRole('link', { name: /^New thread/ }));
  await tabTo(page, messageBox(page));
  await keyboard.type('Upgrade the parser and make the tests pass');
  await keyboard.press('Enter');
  await card.waitFor();
  await keyboard.press('ArrowUp');
  await press(page, card.getByRole('button').first());
  await press(page, card.getByRole('button', { name: /changelog/i }).first());
  await press(page, card.getByRole('button', { name: /^Send/ }));
  await card.waitFor({ state: 'detached' });

  // All threads and sessions, and what they used.
  await press(page, page.getByRole('link', { name: /^New thread/ }));
  await tabTo(page, page.getByRole('searchbox', { name: 'Search all threads and sessions' }));
  await keyboard.type('border');
  await page.locator('.hit').first().waitFor();
  await press(page, page.getByRole('link', { name: 'Usage' }));
  await page.locator('.usage-page').waitFor();
});

test.each([1280, 390])(
  '[issue 13] at %i px a title of eighty characters is read whole: what is told of the thread gives way',
  async (width) => {
    const page = await home({ viewport: { width, height: 800 } });
    const row = page.locator('.home-row').first();
    await row.waitFor();
    const isCut = await row.evaluate((element) => {
      const [title, facts] = [element.querySelector('b'), element.querySelector('span:not([role])')];
      if (title === null || facts === null) return undefined;
      title.textContent = 'A title of eighty characters that tells this thread apart from all of the others';
      facts.textContent = 'Claude Code · claude-opus-4-5-20251101 · 82 tool calls · 1 failed · 31m 44s';
      return title.scrollHeight > title.clientHeight || element.scrollWidth > element.clientWidth;
    });
    expect(isCut).toBe(false);
  },
);
