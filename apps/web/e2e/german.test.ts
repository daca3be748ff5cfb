/** [issue 13] German complete: the screens of the demo, walked through in German. None of them says a word of English that is the program's own. */
import { german } from '@toolthread/react/labels/de';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { germanWords } from '../src/labels/german-words.ts';
import { seedSession } from './seed-session.ts';
import { withServer } from './with-server.ts';

const stage = withServer({
  program: 'demo',
  speed: 50,
  async seed(data) {
    seedSession(data, 'claude-code/everyday.jsonl');
  },
});

/** What German has other words for, long enough not to be a part of another word. */
const ENGLISH = Object.entries({ ...german.phrases, ...germanWords, ...german.told }).flatMap(([english, words]) => {
  const longest =
    english
      .split(/\{\w\w*\}/)
      .toSorted((one, other) => other.length - one.length)[0]
      ?.trim() ?? '';
  return longest.includes(' ') && !words.includes(longest) ? [longest] : [];
});
/** Words that nearly every English sentence has one of, and no German one. */
const COMMON = /\b(?:the|and|of|is|are|with|to|this|that|it|you|your|for|from|not|agent works|failed|ago|by)\b/;

/** What the page shows and reads out, without what tools were given and gave, and names of files and threads from elsewhere. */
const shown = (page: Page, besides: string): Promise<readonly string[]> =>
  page.evaluate((others) => {
    const foreign =
      'noscript, pre, code, [lang=en], .session-row, .tt-result, .tt-arguments, .tt-call-inline, .tt-live-line';
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element === null || element.closest(`script, style, ${foreign}${others}`) !== null) continue;
      if (!(node instanceof Element)) texts.push(node.textContent ?? '');
      else for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(node.getAttribute(name) ?? '');
    }
    return texts.map((text) => text.replace('Weaving the border', '').trim()).filter((text) => text !== '');
  }, besides);

async function english(page: Page, screen: string, besides = ''): Promise<readonly string[]> {
  const found = (await shown(page, besides)).filter(
    (text) => COMMON.test(text) || ENGLISH.some((phrase) => text.includes(phrase)),
  );
  return [...new Set(found)].map((text) => `${screen}: ${text.slice(0, 160)}`);
}

const openAll = (page: Page): Promise<void> =>
  page.locator('button[aria-expanded=false]').evaluateAll((heads) => {
    for (const head of heads)
      if (head instanceof HTMLElement && head.closest('.tt-thread, .tt-item') !== null) head.click();
  });

async function ask(page: Page, words: string): Promise<void> {
  await page.goto(stage.server.url);
  await page.locator('.tt-composer textarea').fill(words);
  await page.keyboard.press('Enter');
}

test('[issue 13] in German no screen of the demo says anything in English', async () => {
  const page = await stage.open({ locale: 'de-DE' });
  const found: string[] = [];
  const look = async (screen: string): Promise<void> => void found.push(...(await english(page, screen)));
  await page.goto(stage.server.address);
  await page.locator('.session-row').first().waitFor();
  await page.locator('.connect-model').waitFor();
  await look('home');
  const settled = page.locator('.tt-answer[data-state=done]').last();
  await ask(page, 'Aktualisiere den Parser und bring die Tests zum Laufen');
  await page.locator('.tt-request').waitFor();
  await look('a question');
  await page.getByRole('button', { name: /^2\.2\.0/ }).click();
  await page.getByRole('button', { name: /^Das Änderungsprotokoll/ }).click();
  await page
    .getByRole('button', { name: /^Senden/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Der Parser ist bei Version 2.2.0' }).waitFor();
  await openAll(page);
  await look('the tour');
  for (const [prompt, button] of [
    ['Frag mich, bevor du veröffentlichst', /^Einmal erlauben/],
    ['Dreh dich im Kreis', /^Lauf beenden/],
    ['Plant es als Team', /^Benutzer/],
  ] as const) {
    await ask(page, prompt);
    await page.locator('.tt-request').waitFor();
    await look(`asked: ${prompt}`);
    await page.getByRole('button', { name: button }).click();
    await page.locator('.tt-request').waitFor({ state: 'detached' });
    await (prompt === 'Dreh dich im Kreis' ? page.locator('.tt-status').last() : settled).waitFor();
    await openAll(page);
    await look(prompt);
  }
  for (const prompt of [
    'Verlier die Verbindung und komm wieder',
    'Zeig mir, dass Ausgaben nur Text sind',
    'Lass zwei Unter-Agenten nachsehen',
    'Wer bist du?',
  ]) {
    await ask(page, prompt);
    await settled.waitFor();
    await openAll(page);
    await look(prompt);
  }
  await ask(page, 'Zeig mir, was Stopp bewirkt');
  await page
    .getByText(/tick 1 of 60/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^Stopp/ }).click();
  await page.locator('.tt-status').last().waitFor();
  await openAll(page);
  await look('stopped');
  // What the server refuses.
  await page.locator('.bar-totals button').click();
  await page.getByRole('button', { name: 'Jetzt zusammenfassen' }).click();
  await page.getByText('Fertig. Das Ledger behält alles.').waitFor();
  await page.getByRole('button', { name: 'Jetzt zusammenfassen' }).click();
  await page.getByRole('alert').waitFor();
  await look('a refusal');
  for (const path of ['/settings', '/usage']) {
    await page.goto(`${stage.server.url}${path}`);
    await page.getByRole('heading').nth(1).waitFor();
    await look(path);
  }
  await page.goto(`${stage.server.url}/`);
  await page.locator('.home-row').first().waitFor();
  await look('home, with threads');
  await page.locator('.home-row', { hasText: 'border' }).first().click();
  await page.locator('.tt-answer').last().waitFor();
  // What was said in it is in English.
  found.push(...(await english(page, 'a session', ', .tt-scroller')));
  expect(found).toEqual([]);
});
