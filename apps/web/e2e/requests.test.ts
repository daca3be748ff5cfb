import type { EventDraft } from '@toolthread/core';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seedThread } from './seed-thread.ts';
import { itemTexts, ledgerOf, messageBox, say } from './say.ts';
import { withServer } from './with-server.ts';

let waiting: string;

/** Requests that belong to no call: a plan, and a question about the run itself. */
const asked: readonly EventDraft[] = [
  { type: 'agent.status', status: 'running' },
  {
    type: 'request.opened',
    request: 'p1',
    kind: 'plan',
    title: 'Go ahead with this plan?',
    proposed_arguments: JSON.stringify({ plan: '1. **Look**\n2. Change it' }),
  },
  {
    type: 'request.opened',
    request: 'loop-1',
    kind: 'question',
    questions: [{ question: 'It repeats itself. Go on?', options: [{ label: 'Go on' }, { label: 'Stop' }] }],
  },
  { type: 'agent.status', status: 'awaiting_user' },
];

const stage = withServer({
  seed: async (data) => {
    waiting = await seedThread(data, 'Waiting', asked);
  },
});

describe('requests', () => {
  test('a question answered in one’s own words, an approval denied', async () => {
    const page = await stage.enter();
    await say(page, 'Upgrade it');
    await page.getByRole('button', { name: /^Something else/ }).click();
    await page.getByRole('textbox', { name: 'Your answer' }).fill('None of them');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Deny/ }).click();
    await page.locator('.tt-answer[data-state=done]').waitFor();
    expect(await page.locator('.tt-group').textContent()).toContain('1 denied');
    await page.locator('.tt-group-head', { hasText: /tool calls/ }).click();
    expect(await page.locator('.tt-rail').textContent()).toContain('None of them');
  });

  test('a question that waits stands below its words alone; answered, it is a row of its group, below the same words', async () => {
    const page = await stage.enter();
    await say(page, 'Upgrade it');
    await page.locator('.tt-request').waitFor();
    const head = page.locator('.tt-group-head', { hasText: '3 tool calls' });
    expect(await head.textContent()).toContain('1 waiting');
    await head.click();
    const rows = page.locator('.tt-rail .tt-call');
    await rows.nth(1).waitFor();
    const isInOrder = async (): Promise<boolean> => {
      const [, above = '', below = ''] = (await itemTexts(page)).join('').split(/^([^]*)One test fails, so/);
      return !above.includes('Which packages') && below.includes('Which packages');
    };
    expect([await rows.count(), await isInOrder()]).toEqual([2, true]);
    await page.getByRole('button', { name: /^All three/ }).click();
    await page.locator('.tt-rail').getByText('Which packages may I change?').waitFor();
    expect(await isInOrder()).toBe(true);
  });

  test('words that would skip a question say so before they are sent', async () => {
    const page = await stage.enter();
    await say(page, 'Upgrade it');
    await page.locator('.tt-request').waitFor();
    const warning = page.getByRole('status').filter({ hasText: 'Send skips what is asked above. Queue waits for it.' });
    expect(await warning.count()).toBe(0);
    await messageBox(page).fill('Hello');
    await warning.waitFor();
    await page.getByRole('button', { name: 'Queue' }).click();
    await warning.waitFor({ state: 'detached' });
    // The question is still there.
    await page.getByRole('button', { name: /^All three/ }).click();
    await page.getByRole('button', { name: /^Deny/ }).click();
    await page.locator('.tt-bubble', { hasText: 'Hello' }).waitFor();
  });

  test('an approval edited runs what the person wrote', async () => {
    const page = await stage.enter();
    await say(page, 'Upgrade it');
    await page.getByRole('button', { name: /^All three/ }).click();
    await page.getByRole('button', { name: /^Edit/ }).click();
    const edit = page.getByRole('textbox', { name: 'Arguments to run instead' });
    await edit.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Edit/ }).click();
    await edit.fill('{ "path": "OTHER.md"');
    await expect.poll(() => page.getByRole('button', { name: 'Run this instead' }).isDisabled()).toBe(true);
    await edit.fill('{ "path": "OTHER.md", "content": "mine" }');
    await page.getByRole('button', { name: 'Run this instead' }).click();
    await page.locator('.tt-answer[data-state=done]').waitFor();
    await page.locator('.tt-group-head', { hasText: /tool calls/ }).click();
    expect(await page.locator('.tt-call').last().textContent()).toContain('save_file(OTHER.md)');
    expect(await page.locator('.tt-call').last().textContent()).toContain('edited');
  });

  test('a form of a tool is filled in; what does not fit is asked again, with all that did', async () => {
    const page = await stage.enter();
    await say(page, 'Form please');
    const card = page.locator('.tt-request');
    await card.getByText('test asks: Your order, please').waitFor();
    const field = (name: string): Locator => card.getByRole('group', { name }).getByRole('textbox');
    const send = card.getByRole('button', { name: /^Send/ });
    expect(await send.isDisabled()).toBe(true);
    await field('Name').fill('Ada');
    await field('How many').fill('30');
    await page.locator('.tt-scroller').focus();
    await page.locator('.tt-request[data-listening]').waitFor();
    await page.keyboard.press('2');
    // The present is optional.
    await send.click();
    await card.getByText('The answer to “How many” does not fit.').waitFor();
    expect(await field('Name').inputValue()).toBe('Ada');
    expect(await card.getByRole('button', { name: 'm', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await field('How many').fill('3');
    await expect.poll(() => send.isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.locator('.tt-answer', { hasText: 'ordered {"name":"Ada","count":3,"size":"m"}' }).waitFor();
    await page.locator('.tt-group-head', { hasText: /1 tool call/ }).click();
    expect(await page.locator('.tt-call').textContent()).toContain('form() test → ordered');
  });

  test('a form of a tool is declined', async () => {
    const page = await stage.enter();
    await say(page, 'Form please');
    await page.getByRole('button', { name: /^Decline/ }).waitFor();
    await page.locator('.tt-scroller').focus();
    await page.locator('.tt-request[data-listening]').waitFor();
    await page.keyboard.press('d');
    await page.locator('.tt-answer', { hasText: 'Done: not ordered' }).waitFor();
  });

  test('a thread opened by a click has the keyboard, not the link', async () => {
    const page = await stage.enter();
    await page.locator('.tt-thread-row', { hasText: 'Waiting' }).click();
    await page.locator('.tt-request').first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('tt-scroller');
    await page.locator('.tt-request[data-listening]').waitFor();
  });

  test('a plan is gone on with, and a question that belongs to no call is answered', async () => {
    const page = await stage.enter();
    await page.locator('.tt-threads').waitFor();
    await page.goto(`${stage.server.url}/t/${waiting}`);
    const plan = page.getByRole('region', { name: 'Plan' });
    await plan.waitFor();
    await expect.poll(() => plan.getByRole('listitem').allTextContents()).toEqual(['Look', 'Change it']);
    await page.locator('[data-request=loop-1]').getByRole('button', { name: 'Stop' }).click();
    await page.locator('.tt-status', { hasText: 'It repeats itself. Go on? → Stop' }).waitFor();
    await page.locator('.tt-scroller').focus();
    await page.locator('.tt-request[data-listening]').waitFor();
    // What the answer sets going may move the card: then the key does nothing, and is pressed again.
    const allowed = page.locator('.tt-status', { hasText: 'Go ahead with this plan? → allowed' });
    await expect
      .poll(
        async () => {
          await page.keyboard.press('a');
          return allowed.count();
        },
        { interval: 1_500 },
      )
      .toBe(1);
    const settled = (await ledgerOf(stage.server, page)).filter((event) => event.type === 'request.resolved');
    expect(settled).toMatchObject([
      { request: 'loop-1', decision: 'answered', by: '@human' },
      { request: 'p1', decision: 'once', by: '@human' },
    ]);
  });
});
