/** Who is let in, in a real browser: with the token, without it, with half of what stands for it, and no longer. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openLedger } from '@toolthread/store';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { seedThread } from './seed-thread.ts';
import { itemTexts, ledgerOf, messageBox, say } from './say.ts';
import { withServer } from './with-server.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAgCAMAAACVQ462AAAADFBMVEX6+POwXEpUimY8PDz6V9/yAAAAKUlEQVR42mNgGAVIgBENjBowasCoATQwgAkNjBowasDwM4CZQjDwFSIAFy4D0YCNYcUAAAAASUVORK5CYII=';
const CLI = process.env['TEST_CLI'] ?? fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));
let pictures: string;
let asking: string;

const stage = withServer({ program: 'demo', speed: 50, seed: seedPictures });

async function seedPictures(data: string): Promise<void> {
  const opened = await openLedger({ file: join(data, 'ledger.db') });
  if (!opened.ok) throw new Error(opened.error.message);
  const [png, page] = [Buffer.from(PNG, 'base64'), Buffer.from('<script>alert(1)</script>')];
  const hashes = await opened.value.putBlobs([png, page, Buffer.from('gone')]);
  await opened.value.close();
  if (!hashes.ok) throw new Error(hashes.error.message);
  const [image = '', file = '', gone = ''] = hashes.value;
  pictures = await seedThread(data, 'Pictures', [
    {
      type: 'message.posted',
      author: '@human',
      delivery: 'now',
      parts: [
        { type: 'image', media_type: 'image/png', source: { kind: 'blob', hash: image, size: png.length }, name: 'a' },
        { type: 'file', media_type: 'text/html', source: { kind: 'blob', hash: file, size: 25 }, name: 'page.html' },
        { type: 'image', media_type: 'image/png', source: { kind: 'blob', hash: gone, size: 4 }, name: 'gone' },
      ],
    },
  ]);
  // As damage would: the ledger itself lets nothing go that an event names.
  const damaged = new DatabaseSync(join(data, 'ledger.db'));
  damaged.prepare('delete from blobs where hash = ?').run(gone);
  damaged.close();
  asking = await seedThread(data, 'Asking', [
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'publish', arguments: '{}' },
    { type: 'request.opened', request: 'r', kind: 'approval', call: 'c', step: 1 },
    { type: 'agent.status', status: 'awaiting_user' },
  ]);
}

async function tokens(...args: string[]): Promise<string> {
  const { TOOLTHREAD_TOKEN: _, ...env } = process.env;
  const ran = await promisify(execFile)(process.execPath, [CLI, 'tokens', ...args, '--data', stage.server.data], {
    env,
  });
  return ran.stdout.trim();
}

const threadList = async (): Promise<string> =>
  (
    await fetch(`${stage.server.url}/api/threads`, { headers: { authorization: `Bearer ${stage.server.token}` } })
  ).text();

/** Nothing that goes on changes it any more. */
async function listAtRest(): Promise<string> {
  await expect.poll(threadList).not.toContain('"unfinished":true');
  return threadList();
}

const secretOf = (page: Page): Promise<string> =>
  page.evaluate(() => Object.values(localStorage).find((value) => /^[\w-]{43}$/.test(String(value))) ?? '');

test('[H3] [B.6 35] another port gets the cookie, and opens nothing with it: no GET, no POST, no form, no stream', async () => {
  const page = await stage.enter();
  await page.locator('.first-words').waitFor();
  const secret = await secretOf(page);
  let cookie = '';
  const other = createServer(({ headers }, response) => {
    cookie = headers.cookie ?? cookie;
    response.setHeader('content-type', 'text/html').end('<title>other</title>');
  });
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await page.goto(`http://127.0.0.1:${port}/api/visit`);
  // It really has it: a browser keeps cookies by host, whatever the port.
  expect(cookie).toMatch(/^toolthread_\d+=[\w-]{43}$/);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toBe('{}');

  const status = async (headers: Record<string, string>): Promise<number[]> => {
    const ask = (path: string, init: RequestInit = {}): Promise<number> =>
      fetch(`${stage.server.url}/api${path}`, { ...init, headers: { ...headers, ...init.headers } }).then(
        (response) => {
          void response.body?.cancel();
          return response.status;
        },
      );
    const post = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    return [
      await ask('/threads'),
      await ask('/threads', post),
      await ask(`/threads/${pictures}/events`, { headers: { accept: 'text/event-stream' } }),
    ];
  };
  expect(await status({ cookie })).toEqual([401, 401, 401]);
  expect(await status({ 'x-toolthread-page': secret })).toEqual([401, 401, 401]);
  expect(await status({ cookie, 'x-toolthread-page': 'a'.repeat(43) })).toEqual([401, 401, 401]);
  expect(await status({ cookie, 'x-toolthread-page': secret })).toEqual([200, 201, 200]);

  // Nor does it from within the browser, which adds the cookie by itself.
  const before = await listAtRest();
  const fromPage = await page.evaluate(async (url) => {
    const ask = (path: string, init: RequestInit): Promise<string> =>
      fetch(`${url}/api${path}`, { credentials: 'include', ...init }).then(
        (response) => `${response.type} ${response.status}`,
        () => 'refused',
      );
    return Promise.all([
      ask('/threads', {}),
      ask('/threads', { method: 'POST', mode: 'no-cors', body: '{}' }),
      ask('/threads', { headers: { 'x-toolthread-page': 'x' } }),
    ]);
  }, stage.server.url);
  expect(fromPage).toEqual(['refused', 'refused', 'refused']);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    await page.goto(`http://127.0.0.1:${port}/form`);
    const [answer] = await Promise.all([
      // Not the one for an icon, which a browser asks for when it likes.
      page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().startsWith(stage.server.url),
      ),
      page.evaluate(
        ([url, enctype]) => {
          const form = Object.assign(document.createElement('form'), {
            action: `${url}/api/threads`,
            method: 'post',
            enctype,
          });
          form.append(Object.assign(document.createElement('input'), { name: '{"title":"forged","x":"', value: '"}' }));
          document.body.append(form);
          form.submit();
        },
        [stage.server.url, type] as const,
      ),
    ]);
    expect([type, answer.status()]).toEqual([type, 403]);
    await page.waitForURL(`${stage.server.url}/**`);
  }
  expect(await threadList()).toBe(before);
  // The test itself went there.
  stage.misdeeds.length = 0;
});

test('a reload and further tabs need no token; three tabs show one thread, each item once', async () => {
  const page = await stage.enter();
  await say(page, 'Hello');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  const tabs = [page, await page.context().newPage(), await page.context().newPage()];
  for (const tab of tabs.slice(1)) {
    await tab.goto(page.url());
    await tab.locator('.tt-answer[data-state=done]').waitFor();
  }
  await page.reload();
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await messageBox(page).fill('[B.6 27] once');
  await page.keyboard.press('Enter');
  for (const tab of tabs) {
    await tab.locator('.tt-bubble', { hasText: '[B.6 27] once' }).waitFor();
    await tab.locator('.tt-answer[data-state=done]').nth(1).waitFor();
  }
  const [first, ...others] = await Promise.all(tabs.map(itemTexts));
  expect(first?.filter((text) => text.includes('[B.6 27] once'))).toHaveLength(1);
  for (const texts of others) expect(texts).toEqual(first);
});

test('a part of the page that cannot be fetched is missing, and nothing else; it comes when it can be had', async () => {
  const page = await stage.open();
  let refused = 0;
  await page.route(/\/assets\/reading-/, (route) => {
    refused += 1;
    return refused > 4 ? route.continue() : route.abort();
  });
  await page.goto(stage.server.address);
  await say(page, 'Hello');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await page.getByRole('button', { name: /^Export/ }).waitFor();
  expect(refused).toBeGreaterThan(4);
});

test('[issue 13] a dialog that is opened while the server is away says so, and comes when it is back', async () => {
  const page = await stage.enter();
  await say(page, 'Hello');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Keys' }).click();
  const missed = page.getByRole('dialog', { name: 'The server does not answer. Nothing is lost; trying again…' });
  await missed.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => missed.count()).toBe(0);
  await page.getByRole('button', { name: 'Keys' }).click();
  await missed.waitFor();
  await page.context().setOffline(false);
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  expect(await missed.count()).toBe(0);
});

test('[issue 13] a thread that is opened while the server is away has the title that the list knows', async () => {
  const page = await stage.enter();
  await say(page, 'Known by its title');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await page.getByRole('link', { name: /^New thread/ }).click();
  await page.locator('.first-words').waitFor();
  await page.context().setOffline(true);
  await page
    .locator('.side')
    .getByRole('link', { name: /Known by its title/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Known by its title' }).waitFor();
  await page.context().setOffline(false);
  await page.locator('.tt-answer[data-state=done]').waitFor();
});

test('[issue 13] what changes on the page does not close the dialog that says that one did not come', async () => {
  const page = await stage.enter();
  await say(page, 'Hello');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await page.route('**/shortcut-list*', (route) => route.abort());
  await page.getByRole('button', { name: 'Keys' }).click();
  const missed = page.getByRole('dialog', { name: 'The server does not answer. Nothing is lost; trying again…' });
  await missed.waitFor();
  const thread = page.url().split('/').at(-1);
  const renamed = await fetch(`${stage.server.url}/api/threads/${thread}/title`, {
    method: 'POST',
    body: JSON.stringify({ title: 'Renamed elsewhere' }),
    headers: { authorization: `Bearer ${stage.server.token}`, 'content-type': 'application/json' },
  });
  expect(renamed.ok).toBe(true);
  await page.getByText('Renamed elsewhere').first().waitFor({ state: 'attached' });
  expect(await missed.count()).toBe(1);
  await page.unroute('**/shortcut-list*');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
});

test('[issue 13] only what the page tries again by itself is said to be tried again', async () => {
  const page = await stage.enter();
  await page.getByRole('link', { name: /^New thread/ }).click();
  await messageBox(page).fill('Hello');
  await page.context().setOffline(true);
  await messageBox(page).press('Enter');
  const refused = page.getByRole('alert').filter({ hasText: 'Not sent' });
  await refused.waitFor();
  expect(await refused.innerText()).toContain('The server does not answer.');
  expect(await refused.innerText()).not.toContain('trying again');
  await page.context().setOffline(false);
});

test('[issue 13] who may answer is not told as nothing while the server is away', async () => {
  const page = await stage.enter();
  await say(page, 'Hello');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await page.route('**/api/agents', (route) => route.abort());
  await page.locator('.bar-place button').click();
  const dialog = page.getByRole('dialog', { name: 'Who answers' });
  await dialog.getByText('The server does not answer. Nothing is lost; trying again…').waitFor();
  expect(await dialog.getByText('There is nothing to choose here.').count()).toBe(0);
  await page.unroute('**/api/agents');
  await dialog.getByRole('combobox', { name: 'Agent' }).waitFor();
});

test('[B.6 27] asleep for an hour, with the connection gone: awake, it has everything once', async () => {
  const page = await stage.enter();
  await say(page, 'Hello');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await page.context().setOffline(true);
  const thread = page.url().split('/').at(-1);
  const post = { method: 'POST', body: JSON.stringify({ text: 'said meanwhile' }) };
  const headers = { authorization: `Bearer ${stage.server.token}`, 'content-type': 'application/json' };
  expect((await fetch(`${stage.server.url}/api/threads/${thread}/messages`, { ...post, headers })).status).toBe(201);
  await page.context().setOffline(false);
  await page.locator('.tt-answer[data-state=done]').nth(1).waitFor();
  expect((await itemTexts(page)).filter((text) => text.includes('said meanwhile'))).toHaveLength(1);
  const seqs = (await ledgerOf(stage.server, page)).map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, i) => i + 1));
});

test('[B.6 40] revoked while its page is open, a token’s browser is told so at once; a new one opens it again', async () => {
  const phone = await tokens('add', 'phone');
  const page = await stage.open();
  await page.goto(`${stage.server.url}/#token=${phone}`);
  await say(page, 'Hello');
  await page.locator('.tt-answer[data-state=done]').waitFor();
  await messageBox(page).fill('not sent yet');
  await tokens('revoke', 'phone');
  await page.getByRole('alert').filter({ hasText: 'This browser is no longer signed in' }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.locator('.tt-thread-row').count()).toBe(0);
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'This browser is no longer signed in' }).waitFor();
  // Let in again in another tab, this one is too, and what was written is still there.
  const other = await page.context().newPage();
  await other.goto(stage.server.address);
  await messageBox(page).waitFor();
  expect(await messageBox(page).inputValue()).toBe('not sent yet');
});

test('a token that may only read shows everything, and says why there is nothing to press', async () => {
  const reader = await tokens('add', 'reader', '--read-only');
  const page = await stage.open();
  await page.goto(`${stage.server.url}/#token=${reader}`);
  await page.getByText('You can only read: this page was opened with a read-only token').waitFor();
  expect(await messageBox(page).count()).toBe(0);
  await page.goto(`${stage.server.url}/t/${pictures}`);
  await page.getByText('You can only read: this page was opened with a read-only token').waitFor();
  expect(await messageBox(page).count()).toBe(0);
  await page.getByRole('img', { name: 'a', exact: true }).waitFor();
  // What would change something is not there to be pressed; what only shows is.
  await page.goto(`${stage.server.url}/t/${asking}`);
  await page.locator('.tt-request').waitFor();
  expect(await page.getByRole('button', { name: /^(?:Allow|Deny|Edit|Stop|Undo|Send|Queue)/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Export' }).isEnabled()).toBe(true);
});

test('[H3] [12.6] pictures and files of the ledger are there, though an <img> cannot send the secret; a saved page holds them', async () => {
  const page = await stage.enter({}, `/t/${pictures}`);
  const image = page.getByRole('img', { name: 'a', exact: true });
  await image.waitFor();
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(64);
  expect(await image.getAttribute('src')).toMatch(/^blob:/);
  await page.locator('.tt-file', { hasText: 'gone' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.tt-file', { hasText: 'page.html' }).getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('page.html');
  expect(readFileSync(await download.path(), 'utf8')).toBe('<script>alert(1)</script>');
  await page.locator('.tt-file', { hasText: 'gone' }).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Not saved: try again' }).waitFor();

  await page.getByRole('button', { name: 'Export' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^HTML/ }).click(),
  ]);
  const html = readFileSync(await saved.path(), 'utf8');
  expect(html).toMatch(
    new RegExp(`href="data:[a-z/-]+;base64,${btoa('<script>alert(1)</script>')}" download="page.html"`),
  );
  expect(html).toContain('src="data:image/png;base64,');
  expect(html).toContain('1 file left out');
});

test('[B.3 3] [B.3 23] no address chooses another server, sends a message, approves or settles anything', async () => {
  const page = await stage.enter();
  await page.locator('.first-words').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(`${request.method()} ${request.url()}`);
  });
  const before = await listAtRest();
  const evil = encodeURIComponent('http://evil.example');
  for (const place of ['/', `/t/${pictures}`]) {
    for (const said of [
      `?url=${evil}&server=${evil}&baseUrl=${evil}&host=${evil}&api=${evil}`,
      `#url=${evil}&server=${evil}&baseUrl=${evil}`,
      '?prompt=rm+-rf&text=hello&message=hello&q=hello&send=1&decision=always',
      '#prompt=hello&text=hello&send=1&decision=always',
    ]) {
      await page.goto('about:blank');
      await page.goto(`${stage.server.url}${place}${said}`);
      await messageBox(page).waitFor();
      expect(await messageBox(page).inputValue()).toBe('');
    }
  }
  expect([asked, await threadList()]).toEqual([[], before]);
});
