/** Whoever has a link reads one thread, in a real browser: the page is that thread and what a reader may do with it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './page-state/axe-violations.ts';
import { seedThread } from './seed-thread.ts';
import { withServer } from './with-server.ts';

let thread = '';

const stage = withServer({
  program: 'demo',
  options: ['--auth', 'users'],
  seed: async (data) => {
    thread = await seedThread(data, 'The parser of Ada', [
      { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'Look around' }], delivery: 'now' },
      {
        type: 'agent.configured',
        provider: 'anthropic',
        api: 'x',
        model: 'claude-sonnet-4-5',
        context_tokens: 200_000,
      },
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
      { type: 'agent.tool.started', step: 1, call: 'c1' },
      {
        type: 'agent.tool.completed',
        step: 1,
        call: 'c1',
        outcome: 'done',
        parts: [{ type: 'text', text: 'README.md' }],
      },
      {
        type: 'agent.step.completed',
        step: 1,
        finish_reason: 'tool_calls',
        usage: { input_tokens: 900, output_tokens: 20 },
      },
      { type: 'agent.step.started', step: 2 },
      { type: 'agent.part.completed', step: 2, part: 0, kind: 'text', text: 'There is a README.' },
      { type: 'agent.step.completed', step: 2, finish_reason: 'stop', usage: { input_tokens: 950, output_tokens: 30 } },
      { type: 'agent.status', status: 'completed', previous_status: 'running' },
    ]);
  },
});

async function newLink(): Promise<{ readonly id: string; readonly address: string }> {
  const made = await fetch(`${stage.server.url}/api/threads/${thread}/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.server.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { id, secret } = await made.json();
  return { id, address: `${stage.server.url}/t/${thread}#link=${secret}` };
}

/** What the server refused, and the routes that were asked. */
function heard(page: Page): { readonly asked: Set<string>; readonly refused: string[] } {
  const told = { asked: new Set<string>(), refused: new Array<string>() };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) told.asked.add(pathname.replaceAll(thread, 'ID'));
    if (response.status() >= 400) told.refused.push(`${response.status()} ${pathname}`);
  });
  return told;
}

const words = (page: Page, role: 'button' | 'link'): Promise<string[]> =>
  page.getByRole(role).evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent));

test('[issue 14] the page of a link is its thread and what a reader may do with it; it asks for nothing that would be refused', async () => {
  const { address } = await newLink();
  const visitor = await stage.open({ locale: 'en-GB' });
  const told = heard(visitor);
  await visitor.goto(address);
  await visitor.getByText('There is a README.').waitFor();
  await visitor.getByText('You can read this thread.').waitFor();
  // The figures of the header come last.
  await visitor.locator('.bar-totals button').waitFor();
  await visitor.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

  expect(await visitor.locator('aside').count()).toBe(0);
  expect(await words(visitor, 'link')).toEqual([]);
  for (const name of ['Threads', 'Archive', 'Bin', 'Settings', 'Usage', 'New thread', 'Keys', 'Share'])
    expect(await visitor.getByText(name, { exact: true }).count()).toBe(0);
  for (const name of ['Find', 'Export']) await visitor.getByRole('button', { name, exact: true }).waitFor();
  expect([...told.asked].toSorted()).toEqual(['/api/info', '/api/threads/ID/cut', '/api/threads/ID/events']);
  expect(told.refused).toEqual([]);
  expect(await axeViolations(visitor)).toEqual([]);

  // Keys that lead elsewhere lead nowhere.
  await visitor.keyboard.press('n');
  await visitor.waitForTimeout(600);
  expect(new URL(visitor.url()).pathname).toBe(`/t/${thread}`);
});

test('[issue 14] what a reader with a link opens in a window of its own is shown there, too', async () => {
  const { address } = await newLink();
  const visitor = await stage.open({ locale: 'en-GB' });
  await visitor.goto(address);
  await visitor.getByText('There is a README.').waitFor();
  await visitor.getByRole('button', { name: 'Export', exact: true }).click();
  const [events] = await Promise.all([visitor.context().waitForEvent('page'), visitor.getByText('Raw events').click()]);
  // A window that a person asked for is no misdeed.
  await expect.poll(() => stage.misdeeds.splice(0)).toHaveLength(1);
  await events.getByText('message.posted').first().waitFor();
  expect(events.url()).not.toContain('link-');
  // What a model was sent is more than what was said, and is not offered.
  await visitor.keyboard.press('Escape');
  await visitor.getByText('There is a README.').hover();
  await visitor.getByRole('button', { name: 'Actions' }).last().click();
  await visitor.getByRole('group', { name: 'Actions' }).getByText('Raw events').waitFor();
  expect(await visitor.getByText('What the model saw').count()).toBe(0);
});

test('[issue 14] a link holds at the address of its thread only: elsewhere in the same tab people are who they are', async () => {
  const { address } = await newLink();
  const visitor = await stage.open({ locale: 'en-GB' });
  await visitor.goto(address);
  await visitor.getByText('There is a README.').waitFor();
  await visitor.goto(`${stage.server.url}/`);
  await visitor.getByLabel('Password').waitFor();
  expect(await visitor.getByText('This link was revoked.').count()).toBe(0);
  await visitor.goto(`${stage.server.url}/t/${thread}`);
  await visitor.getByText('There is a README.').waitFor();
});

test('[issue 14] a link that is revoked says so, in the page that it opened', async () => {
  const { id, address } = await newLink();
  const visitor = await stage.open({ locale: 'en-GB' });
  await visitor.goto(address);
  await visitor.getByText('There is a README.').waitFor();
  await fetch(`${stage.server.url}/api/threads/${thread}/links/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${stage.server.token}` },
  });
  await visitor.getByText('This link was revoked.').waitFor();
});
