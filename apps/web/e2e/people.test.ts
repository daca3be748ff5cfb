/** Several people on one server, in a real browser: each signs in, shares, and sees who else is there. */
import { join } from 'node:path';
import { hashPassword } from '@toolthread/server';
import { openLedger } from '@toolthread/store';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './page-state/axe-violations.ts';
import { messageBox } from './say.ts';
import { withServer } from './with-server.ts';

let thread = '';

const stage = withServer({ program: 'demo', speed: 50, options: ['--auth', 'users'], seed });

async function seed(data: string): Promise<void> {
  const opened = await openLedger({ file: join(data, 'ledger.db') });
  if (!opened.ok) throw new Error(opened.error.message);
  const ledger = opened.value;
  const kept = await hashPassword('correct horse');
  for (const name of ['Ada Lovelace', 'Bob']) await ledger.people.accounts.add(name, kept);
  const made = await ledger.createThread({ title: 'The parser of Ada' }, { owner: 'Ada Lovelace' });
  thread = made.ok ? (made.value[0]?.thread ?? '') : '';
  const words = (text: string, by: string) =>
    ({ type: 'message.posted', author: '@human', by, parts: [{ type: 'text', text }], delivery: 'followUp' }) as const;
  await ledger.append(thread, [
    words('Upgrade the parser', 'Ada Lovelace'),
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    {
      type: 'agent.tool.called',
      step: 1,
      part: 0,
      call: 'c1',
      name: 'run_shell_command',
      arguments: '{"command":"ls"}',
    },
    { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1', step: 1 },
    { type: 'agent.status', status: 'awaiting_user', previous_status: 'running' },
  ]);
  await ledger.close();
}

async function signIn(page: Page, name: string, password = 'correct horse'): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Each has a browser of their own. */
async function browserOf(locale = 'en-GB'): Promise<Page> {
  const page = await stage.open({ locale });
  await page.goto(`${stage.server.url}/t/${thread}`);
  return page;
}

const allowOnce = (page: Page): Locator => page.getByRole('button', { name: 'Allow once' });

/** The words of the buttons on the card that asks, without their keys. */
async function offeredIn(page: Page): Promise<string[]> {
  const words = await page.locator('.tt-request .tt-button').allTextContents();
  return words.map((each) => each.replace(/ [A-Z]?$/, ''));
}

/** What the menu of the thread in the list offers, once these words of it are there. */
async function offeredInMenu(page: Page, words: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Actions: The parser of Ada' }).click();
  const menu = page.getByRole('dialog', { name: 'The parser of Ada' });
  await menu.getByText(words).waitFor();
  const buttons = await menu
    .getByRole('button')
    .evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent));
  await menu.getByRole('button', { name: 'Close', exact: true }).click();
  return buttons;
}

test('people sign in, and see what is theirs; shared with a role or by a link, until it is taken back', async () => {
  const ada = await browserOf();
  await signIn(ada, 'Ada Lovelace', 'a wrong guess');
  await ada.getByText('Wrong name or password.').waitFor();
  expect(await axeViolations(ada)).toEqual([]);
  await signIn(ada, 'Ada Lovelace');
  await ada.getByText('Upgrade the parser').first().waitFor();
  await ada.getByRole('button', { name: 'Signed in as Ada Lovelace' }).waitFor();

  const bob = await stage.open({ locale: 'en-GB' });
  // The page does not ask again by itself: what it hears, the stream tells.
  await bob.addInitScript({
    content: `const own = setInterval; window.setInterval = (work, ms, ...more) => own(ms === 5000 ? () => {} : work, ms, ...more);`,
  });
  await bob.goto(`${stage.server.url}/t/${thread}`);
  await signIn(bob, 'Bob');
  await bob.getByRole('button', { name: 'Signed in as Bob' }).waitFor();
  expect(await bob.getByText('The parser of Ada').count()).toBe(0);

  await ada.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = ada.getByRole('dialog', { name: 'Share this thread' });
  await dialog.getByLabel('Name').fill('Nobody');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByText('Nobody of that name has an account here.').waitFor();
  await dialog.getByLabel('Name').fill('Bob');
  await dialog.getByLabel('Role').selectOption('read');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByLabel('What Bob may do').waitFor();
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  const link = await dialog.getByLabel('New link').inputValue();
  expect(await axeViolations(ada)).toEqual([]);

  // Bob may read, and hears whose word is wanted.
  await bob.reload();
  await bob.getByText('Upgrade the parser').first().waitFor();
  await bob.getByText('Waiting for approval by Ada Lovelace').waitFor();
  await bob.getByText('You can read this thread.').waitFor();
  await expect.poll(() => messageBox(bob).count()).toBe(0);
  expect(await offeredIn(bob)).toEqual([]);
  expect(await offeredInMenu(bob, 'You can read this thread.')).toEqual(['Close']);

  // What is offered is what the role allows, as soon as it is another one.
  const role = dialog.getByLabel('What Bob may do');
  await role.selectOption('write');
  await messageBox(bob).waitFor();
  await bob.getByText('Waiting for approval by Ada Lovelace').waitFor();
  expect(await offeredIn(bob)).toEqual([]);
  expect(await offeredInMenu(bob, 'Title')).toEqual(['Rename', 'Close']);
  await role.selectOption('approve');
  await allowOnce(bob).waitFor();
  const ways = ['Allow once', 'Allow in this thread', 'Edit', 'Deny', 'Give a reason…'];
  expect(await offeredIn(bob)).toEqual(ways);
  await ada.getByRole('button', { name: 'Close', exact: true }).click();
  // Once and for all would hold in threads of others, too: that is for the operator.
  await allowOnce(ada).waitFor();
  expect(await offeredIn(ada)).toEqual(ways);
  expect(await offeredInMenu(ada, 'Title')).toEqual(['Rename', 'Pin', 'Move to the archive', 'Delete…', 'Close']);
  await ada.getByRole('img', { name: 'Viewing now: Bob' }).waitFor();

  const visitor = await stage.open({ locale: 'de-DE' });
  await visitor.goto(link);
  await visitor.getByText('Upgrade the parser').first().waitFor();
  expect(visitor.url()).not.toContain('link-');
  // What a visitor would be refused is not offered.
  expect(await visitor.getByRole('link', { name: 'Verbrauch' }).count()).toBe(0);

  // Settings of the server are the operator's: a person sees their own, and no alarm.
  await bob.getByRole('link', { name: 'Settings' }).click();
  await bob.getByRole('heading', { name: 'Appearance' }).waitFor();
  await bob.getByText('Asking the server…').waitFor({ state: 'detached' });
  expect(await bob.locator('.settings-page [role=alert]').count()).toBe(0);

  await ada.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove access of Bob' }).click();
  await expect.poll(() => dialog.getByLabel('What Bob may do').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await visitor.getByText('Dieser Link wurde widerrufen.').waitFor();
  await bob.reload();
  await bob.getByRole('button', { name: 'Signed in as Bob' }).waitFor();
  await expect.poll(() => bob.getByText('Upgrade the parser').count()).toBe(0);

  await ada.getByRole('button', { name: 'Close', exact: true }).click();
  await ada.getByRole('button', { name: 'Signed in as Ada Lovelace' }).click();
  await ada.getByRole('button', { name: 'Sign out' }).click();
  await ada.getByLabel('Password').waitFor();
});

test('[issue 13] on a phone what is pressed to sign in and to share has 44 px, and nothing is wider than the screen', async () => {
  const phone = await stage.open({
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.goto(`${stage.server.url}/t/${thread}`);
  await phone.getByLabel('Password').waitFor();
  expect(await tooSmall(phone, '.locked')).toEqual([]);
  await signIn(phone, 'Ada Lovelace');
  await phone.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = phone.getByRole('dialog', { name: 'Share this thread' });
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  await dialog.getByLabel('New link').waitFor();
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).first().waitFor();
  expect(await tooSmall(phone, 'dialog')).toEqual([]);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

/** What is pressed there and is smaller than a finger. */
const tooSmall = (page: Page, within: string): Promise<string[]> =>
  page.locator(`${within} :is(button, input, select)`).evaluateAll((all) =>
    all.flatMap((each) => {
      const { width, height } = each.getBoundingClientRect();
      const isEnough = Math.round(width) >= 44 && Math.round(height) >= 44;
      return isEnough ? [] : [`${each.outerHTML.slice(0, 80)} ${Math.round(width)}×${Math.round(height)}`];
    }),
  );

test('[issue 14] the page of a person asks for nothing that is the operator’s: sessions on the computer of the server, and its settings', async () => {
  const page = await stage.open({ locale: 'en-GB' });
  const [asked, refused]: [string[], string[]] = [[], []];
  page.on('response', (response) => {
    asked.push(new URL(response.url()).pathname);
    if (response.status() === 403) refused.push(response.url());
  });
  await page.goto(stage.server.url);
  await signIn(page, 'Bob');
  await page.getByRole('button', { name: 'Signed in as Bob' }).waitFor();
  // What is beside the sessions is there by then.
  await expect.poll(() => asked).toContain('/api/agents');
  expect(await page.getByRole('heading', { name: 'On this computer' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect.poll(() => asked).toContain('/api/usage');
  expect(asked.filter((path) => /^\/api\/(?:sessions|settings)/.test(path))).toEqual([]);
  expect(refused).toEqual([]);
});
