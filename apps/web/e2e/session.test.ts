import { expect, test } from 'vitest';
import { hostileOutput } from './agent/hostile-output.ts';
import { inBothDirections } from './page-state/in-both-directions.ts';
import { lowContrast } from './page-state/low-contrast.ts';
import { say } from './say.ts';
import { withServer } from './with-server.ts';

const stage = withServer({ speed: 50 });

test('without the token the page says what it needs, and shows nothing', async () => {
  const page = await stage.open();
  await page.goto(stage.server.url);
  await page.getByText('Open the address that the server printed').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByRole('textbox').count()).toBe(0);
});

test('a wrong token is told as that, and the right address opens the page in the same tab', async () => {
  const page = await stage.open();
  await page.goto(`${stage.server.url}/#token=not-the-token-of-this-server`);
  await page.getByRole('alert').filter({ hasText: 'is not valid for this server' }).waitFor();
  // [U2 17] The token is not in the address any more, and what was wrong with it is still told.
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'is not valid for this server' }).waitFor();
  // Only the fragment is another one: a browser loads nothing for that.
  await page.goto(stage.server.address);
  await page.locator('.first-words').waitFor();
  expect(page.url()).toBe(`${stage.server.url}/`);
});

test('an address of no thread says so, and leads on', async () => {
  const page = await stage.enter({}, '/t/not-a-thread');
  await page.getByRole('heading', { name: 'There is no thread at this address' }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.getByRole('link', { name: 'start a new one' }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
});

test('the token leaves the address at once, and scripts cannot read the cookie that takes its place', async () => {
  const page = await stage.enter();
  await page.locator('.first-words').waitFor();
  expect(page.url()).toBe(`${stage.server.url}/`);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(stage.server.token);
});

test('[L7] a hostile tool result, call and answer are text: no dialog, no request, no element', async () => {
  const page = await stage.enter();
  await say(page, 'Hostile <script>alert(1)</script> <img src=x onerror=alert(2)>');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await page.locator('.tt-group-head', { hasText: /2 tool calls/ }).click();
  // As a terminal draws it; the details have it as it came.
  await page.getByRole('button', { name: 'Show all' }).click();
  for (const call of await page.locator('.tt-call-head').all()) await call.click();
  const thread = page.locator('.tt-scroller');
  expect(await thread.locator('script, iframe, object, video, svg, style, link, form[action], h1').count()).toBe(0);
  expect(await thread.locator('img:not([src^="data:"])').count()).toBe(0);
  for (const href of await thread.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))) {
    expect(href).toMatch(/^https?:/);
  }
  const text = (await thread.textContent()) ?? '';
  for (const line of hostileOutput.split('\n').filter((each) => each.startsWith('<'))) expect(text).toContain(line);
  expect(text).toContain('⟨U+202E⟩');
  expect(text).toContain('⟨hidden: ignore⟩');
  expect(text).toContain('⟨OSC 52⟩');
  expect(text).toContain('progress 100%');
  expect(text).not.toContain('progress 10%p');
  await page.reload();
  await page.locator('.tt-answer').waitFor();
});

test('a new line is Shift+Enter, and an empty message is not sent', async () => {
  const page = await stage.enter();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('   ');
  await page.keyboard.press('Enter');
  expect(await page.locator('.first-words').count()).toBe(1);
  await message.fill('');
  await message.pressSequentially('one');
  await page.keyboard.press('Shift+Enter');
  await message.pressSequentially('two');
  await page.keyboard.press('Enter');
  await page.locator('.tt-bubble').waitFor();
  expect(await page.locator('.tt-bubble').innerText()).toBe('one\ntwo');
  await page.getByRole('heading', { level: 1, name: 'one' }).waitFor();
});

test.each(['light', 'dark'] as const)('the page itself can be read in the %s theme', async (colorScheme) => {
  const page = await stage.enter({ colorScheme });
  await page.locator('.first-words').waitFor();
  expect(await page.evaluate(lowContrast)).toEqual([]);
  await say(page, 'Hello');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await page.locator('.tt-thread-row').first().waitFor();
  expect(await page.evaluate(lowContrast)).toEqual([]);
  await page.getByRole('button', { name: /^Keys/ }).click();
  expect(await page.evaluate(lowContrast)).toEqual([]);
});

test('narrow, the list of threads is behind a button', async () => {
  const page = await stage.enter({ viewport: { width: 400, height: 800 } });
  await say(page, 'Hello');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  expect(await page.getByRole('navigation', { name: 'Threads' }).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Threads' }).click();
  await page.getByRole('link', { name: /New thread/ }).click();
  await page.locator('.first-words').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
});

test('the page speaks German where it is asked to, and English again', async () => {
  const page = await stage.open();
  const address = new URL(stage.server.address);
  address.searchParams.set('lang', 'de');
  await page.goto(address.href);
  await page.getByRole('heading', { name: 'Was soll der Agent tun?' }).waitFor();
  await page.getByRole('textbox', { name: 'Nachricht' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
  // It is kept if the address does not say it.
  await page.goto(stage.server.url);
  await page.getByRole('button', { name: 'Tasten' }).click();
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English');
  await page.getByRole('heading', { name: 'What should the agent do?' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en');
});

test('a page that is read from the right is the mirror of one that is read from the left', async () => {
  const page = await stage.enter();
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 900 });
    await page.locator('.first-words li').first().waitFor();
    const [ltr, rtl] = await inBothDirections(page, [
      '.side',
      '.bar',
      '.bar h1',
      '.first-words-column',
      '.tt-composer',
      '.tt-send',
    ]);
    expect(rtl.map(([from, to]) => [width - to, width - from])).toEqual(ltr);
  }
});
