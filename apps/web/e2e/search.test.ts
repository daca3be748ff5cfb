import { appendFileSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lowContrast } from './page-state/low-contrast.ts';
import { pressWhile } from './page-state/press-while.ts';
import { say, threadIdOf } from './say.ts';
import { seedThread } from './seed-thread.ts';
import { someFrames } from './page-state/some-frames.ts';
import { withServer } from './with-server.ts';

const SESSION = '5f0c2b1e-2222-4222-8333-944455556666';

const REWOUND_SESSION = join(import.meta.dirname, '../../../packages/transcripts/fixtures/claude-code/rewound.jsonl');

let rewound = '';

/** A result of half a megabyte: "the lexer" everywhere, the pangolin in its middle and near its end. */
const LONG_RESULT = [
  ...Array.from({ length: 6000 }, (_, n) => `line ${n} of the lexer`),
  'the pangolin sleeps',
  ...Array.from({ length: 6000 }, (_, n) => `line ${6000 + n} of the lexer`),
  'a second pangolin wakes',
  ...Array.from({ length: 3000 }, (_, n) => `line ${12000 + n} of the lexer`),
].join('\n');

/** One call with these arguments and this result. */
function oneCall(args: object, text: string): EventDraft[] {
  return [
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name: 'look_up', arguments: JSON.stringify(args) },
    { type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'done', parts: [{ type: 'text', text }] },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    { type: 'agent.status', status: 'completed' },
  ];
}

const stage = withServer({
  program: 'demo',
  speed: 50,
  async seed(data) {
    mkdirSync(dirname(sessionIn(data)), { recursive: true });
    const turns = Array.from({ length: 40 }, (_, n) =>
      prompt(n, n === 20 ? 'The okapi rounds <b>up</b>' : `Turn ${n}`),
    );
    writeFileSync(sessionIn(data), turns.join(''));
    copyFileSync(REWOUND_SESSION, join(dirname(sessionIn(data)), 'rewound.jsonl'));
    const post = (text: string): EventDraft => ({
      type: 'message.posted',
      client_id: text,
      delivery: 'now',
      author: '@human',
      parts: [{ type: 'text', text }],
    });
    const many = Array.from({ length: 30 }, (_, n) => post(`Before the rewind ${n}`));
    rewound = await seedThread(data, 'Rewound', [
      ...many.slice(0, 10),
      post('The axolotl regrows its limbs'),
      ...many.slice(10),
      { type: 'thread.rewound', to: 1 },
      post('The newest words'),
    ]);
    const nested = {
      rules: [{ names: Array.from({ length: 300 }, (_, n) => `name ${n}${n === 250 ? ' echidna' : ''}`) }],
    };
    await seedThread(data, 'Long results', [post('Look it up'), ...oneCall({ path: 'lexer' }, LONG_RESULT)]);
    await seedThread(data, 'Nested arguments', [post('Look it up'), ...oneCall(nested, 'Nothing.')]);
    const apart = Array.from({ length: 5 }, (_, n) => [post(`A tapir ${n} sees the kiwi`), post(`A kiwi ${n} alone`)]);
    await seedThread(data, 'Words apart', apart.flat());
  },
});

function sessionIn(data: string): string {
  return join(data, 'home/.claude/projects/-home-me-shop', `${SESSION}.jsonl`);
}

function prompt(n: number, text: string): string {
  const about = { type: 'user', uuid: `u${n}`, sessionId: SESSION, cwd: '/home/me/shop', timestamp: at(n) };
  const answer = { id: `r${n}`, role: 'assistant', model: 'm-1', content: [{ type: 'text', text: `Answer ${n}` }] };
  const said = [
    { ...about, message: { role: 'user', content: text } },
    { ...about, type: 'assistant', uuid: `a${n}`, message: answer },
  ];
  return said.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function at(n: number): string {
  return new Date(Date.UTC(2026, 0, 1, 10, n)).toISOString();
}

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search all threads and sessions' }).fill(words);
}

/** Its words are in what is seen of the thread, not only in the document. */
function isInSight(page: Page, words: string): Promise<boolean> {
  return page.evaluate((sought) => {
    const frame = document.querySelector('.tt-scroller')?.getBoundingClientRect();
    const bubble = [...document.querySelectorAll('.tt-bubble')].find((each) => each.textContent?.includes(sought));
    const box = bubble?.getBoundingClientRect();
    return frame !== undefined && box !== undefined && box.top >= frame.top && box.bottom <= frame.bottom;
  }, words);
}

/** As the browser marks them. */
function markedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => Array.from(CSS.highlights.get('found') ?? [], String));
}

test('[issue 13] words that were rewound are found, and lead to the version that has them', async () => {
  const page = await stage.enter();
  await search(page, 'axolotl regrows');
  const hit = page.getByRole('link', { name: 'You An earlier version. The axolotl regrows its limbs' });
  await hit.click();
  await page.getByText('Version 1 of 2.').waitFor();
  expect(threadIdOf(page)).toBe(rewound);
  await expect.poll(() => isInSight(page, 'The axolotl regrows')).toBe(true);
  await expect.poll(() => markedWords(page)).toEqual(['axolotl', 'regrows']);
  const colour = (): Promise<string> =>
    page
      .locator('.tt-bubble')
      .first()
      .evaluate((bubble) => getComputedStyle(bubble, '::highlight(found)').backgroundColor);
  await expect.poll(colour).toBe('rgb(255, 233, 168)');
  await page.getByRole('button', { name: 'Back to the newest' }).click();
  await page.getByText('The newest words').waitFor();
  await expect.poll(() => markedWords(page)).toEqual([]);
});

test('[issue 13] what a person left in a session of another agent is found, and read; from there one comes to the newest, and back', async () => {
  const page = await stage.enter();
  await search(page, 'dye all of it green');
  await page.getByRole('button', { name: 'You An earlier version. Dye all of it green.' }).click();
  await page.getByText('Version 1 of 2.').waitFor();
  await expect.poll(() => isInSight(page, 'Dye all of it green.')).toBe(true);
  const bubbles = (): Promise<string[]> => page.locator('.tt-bubble').allTextContents();
  const left = await bubbles();
  // It is read, and nothing else: nobody says anything otherwise in a session of another agent.
  expect(await page.getByRole('button', { name: 'Edit and resend' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Later version' }).click();
  await page.locator('.tt-bubble', { hasText: 'Dry it.' }).waitFor();
  await page.getByRole('note').filter({ hasText: 'A session of Claude Code' }).waitFor();
  expect(await bubbles()).not.toContain('Dye all of it green.');
  await page.getByRole('group', { name: 'Versions' }).first().waitFor();
  await page.goBack();
  await expect.poll(bubbles).toEqual(left);
});

/** The words that one is led to, if they are in sight: not covered or scrolled away by anything around them. */
function wordsInSight(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const [range] = CSS.highlights.get('found-here') ?? [];
    if (!(range instanceof Range)) return undefined;
    const box = range.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const line = range.startContainer.textContent?.slice(0, range.endOffset).split('\n').at(-1);
    return there?.contains(range.startContainer) ? line : undefined;
  });
}

test('[issue 13] a hit in the middle of a long result opens at the words, where they stand together', async () => {
  const page = await stage.enter();
  await search(page, 'the pangolin');
  const hit = page.getByRole('link', { name: /look_up .*the pangolin sleeps/ });
  await hit.click();
  await expect.poll(() => wordsInSight(page)).toBe('the');
  await expect.poll(() => markedWords(page)).toContain('pangolin');
  // No more is drawn for it than around it.
  expect((await page.locator('.tt-item').allTextContents()).join('').length).toBeLessThan(60_000);
});

test('[issue 13] a hit that is pressed stays under the pointer, whatever is found meanwhile', async () => {
  const page = await stage.enter();
  let isMore = false;
  await page.route('**/api/search?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const [first] = answer.hits;
    if (isMore) answer.hits.unshift({ ...first, id: 'later', title: 'Found later' });
    await route.fulfill({ response, json: answer });
  });
  await search(page, 'the pangolin');
  const hit = page.getByRole('link', { name: /look_up .*the pangolin sleeps/ });
  await pressWhile(hit, /\/api\/search\?/, () => (isMore = true));
  await expect.poll(() => wordsInSight(page)).toBe('the');
});

test('[issue 13] what draws calls comes late: a hit in a long result waits for it', async () => {
  const page = await stage.open();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/calls-*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(stage.server.address);
  await search(page, 'the pangolin');
  await page.getByRole('link', { name: /look_up .*the pangolin sleeps/ }).click();
  await page.locator('.tt-call').waitFor();
  // Nothing moves for many frames, and the words are not drawn.
  await someFrames(page, 30);
  held.resolve();
  await expect.poll(() => wordsInSight(page)).toBe('the');
});

test('[issue 13] find leads to each of the words in a long result, and into values that are folded', async () => {
  const page = await stage.enter();
  await search(page, 'pangolin');
  await page.getByRole('link', { name: /pangolin/ }).click();
  await page.locator('.tt-item').first().waitFor();
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  const field = page.getByRole('searchbox', { name: 'Find in this thread' });
  await field.fill('pangolin');
  await expect.poll(() => wordsInSight(page)).toBe('the pangolin');
  await field.press('Enter');
  await expect.poll(() => wordsInSight(page)).toBe('a second pangolin');
  await page.goto(stage.server.url);
  await search(page, 'echidna');
  await page.getByRole('link', { name: /echidna/ }).click();
  await expect.poll(() => wordsInSight(page)).toBe('"name 250 echidna');
});

test('[issue 13] where a hit has more places than are shown, a link leads to all of them, with the words to step through', async () => {
  const page = await stage.enter();
  await search(page, 'kiwi "sees the"');
  await page.getByRole('link', { name: 'Find all “kiwi sees the” in it' }).click();
  const bar = page.getByRole('search', { name: 'Find in this thread' });
  const field = bar.getByRole('searchbox');
  await bar.getByText('1 of 5').waitFor();
  expect(await field.inputValue()).toBe('kiwi "sees the"');
  await expect.poll(() => wordsInSight(page)).toBe('A tapir 0 sees the');
  await field.press('Enter');
  await bar.getByText('2 of 5').waitFor();
  await expect.poll(() => wordsInSight(page)).toBe('A tapir 1 sees the');
  // What is written here is found as it stands.
  await field.fill('tapir 3 sees');
  await bar.getByText('1 of 1').waitFor();
});

test('[issue 13] no link leads to all places where none of them is in the newest version', async () => {
  const page = await stage.enter();
  await search(page, 'before rewind');
  await page.getByText('It has more matches.').waitFor();
  expect(await page.getByRole('link', { name: /^Find all/ }).count()).toBe(0);
});

test('[issue 13] search on home: threads and sessions, the words marked; a hit leads on; back finds it again', async () => {
  const page = await stage.enter();
  await say(page, 'Tell me of the quokka');
  await page.locator('.tt-bubble').waitFor();
  const own = threadIdOf(page);
  await page.goto(stage.server.url);
  await search(page, 'quokka');
  const hit = page.locator('.hit').first();
  await hit.waitFor();
  expect(await hit.locator('mark').textContent()).toBe('quokka');
  await page
    .getByRole('status')
    .filter({ hasText: /^1 conversation$/ })
    .waitFor();
  expect(await page.locator('.sessions').count()).toBe(0);
  await hit.click();
  await page.locator('.tt-bubble').waitFor();
  expect([threadIdOf(page), new URL(page.url()).hash]).toEqual([own, '#at=0&words=quokka']);
  await expect.poll(() => markedWords(page)).toEqual(['quokka']);
  await page.goBack();
  await page.locator('.hit mark').first().waitFor();
  expect(await page.getByRole('searchbox', { name: 'Search all threads and sessions' }).inputValue()).toBe('quokka');
});

test('[issue 13] a session of another agent is found by keyboard alone, hostile words are text, and what it gains is found', async () => {
  const page = await stage.enter();
  await page.getByRole('searchbox', { name: 'Search all threads and sessions' }).focus();
  await page.keyboard.type('okapi rounds');
  const hit = page.getByRole('button', { name: /You The okapi rounds <b>up<\/b>/ });
  await hit.waitFor();
  expect(await page.locator('.hits b b').count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('note').filter({ hasText: 'A session of Claude Code' }).waitFor();
  expect(new URL(page.url()).hash).toMatch(/^#at=\d+&words=okapi&words=rounds$/);
  await expect.poll(() => isInSight(page, 'The okapi rounds <b>up</b>')).toBe(true);
  await expect.poll(() => markedWords(page)).toEqual(['okapi', 'rounds']);
  appendFileSync(sessionIn(stage.server.data), prompt(50, 'Also the numbat'));
  await page.goto(`${stage.server.url}/?search=numbat`);
  await page.getByRole('button', { name: /Also the numbat/ }).waitFor();
});

test('[issue 13] what finds nothing says so, in German too', async () => {
  const page = await stage.enter();
  await search(page, 'zz');
  await page.getByRole('status').filter({ hasText: 'three letters' }).waitFor();
  await search(page, 'no such words anywhere');
  await page.getByRole('status').filter({ hasText: 'No matches.' }).waitFor();
  await search(page, 'since:yesterday okapi');
  await page.getByRole('status').filter({ hasText: 'since: and until: take a day like 2026-11-01.' }).waitFor();
  await search(page, '');
  await page.locator('.first-words-column').waitFor();
  await page.goto(`${stage.server.url}/?lang=de&search=okapi`);
  await page
    .getByRole('status')
    .filter({ hasText: /^1 Unterhaltung$/ })
    .waitFor();
});

test.each(['light', 'dark'] as const)('hits can be read in the %s theme, and fit a phone', async (colorScheme) => {
  const page = await stage.enter({ colorScheme, viewport: { width: 390, height: 800 } });
  await search(page, 'turn');
  await page.locator('.hit').first().waitFor();
  expect(await page.evaluate(lowContrast)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const heights = await page
    .locator('.hit')
    .evaluateAll((hits) => hits.map((each) => each.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});
