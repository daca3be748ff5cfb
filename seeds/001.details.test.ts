/** Seed 001, "Optional UI enhancements", as they are drawn: what is under details, and a call that is tried again. */
import { foldAll, LedgerWriter } from '@toolthread/core';
import { fromMessages, toMessages } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { expect, test } from 'vitest';
import type { scenes } from './001.page.tsx';
import { answer, call, event, result, run, stop, stopped, user } from './001.records.ts';
import { withPage } from './stage/with-page.ts';

const stage = withPage<typeof scenes>(new URL('./001.page.tsx', import.meta.url));

test('2) time and tokens stand below an answer', async () => {
  const measured = { step_number: 1, duration_ms: 1200, usage: { input_tokens: 600, output_tokens: 650 } };
  const events = [event('agent.stream.chunk', { content: 'Done.' }), event('agent.step.completed', measured)];
  const page = await stage.draw('thread', { messages: [user], events });
  await expect.poll(() => page.locator('.tt-answer').innerText()).toMatch(/^Done\.\s+Assistant · 1\.2s · 650 tokens/);
});

test('3) details: arguments, result, and what each criterion said of going on', async () => {
  const evaluations = [
    { criterion: 'TokenLimit', verdict: 'continue' },
    { criterion: 'StepsLimit', verdict: 'stop', reason: '20 of 20 steps' },
  ] as const;
  const continuation = { ...stop, evaluations };
  const why = { ...stopped, metadata: { status_type: 'continuation', continuation } } as const;
  expect(toMessages(foldAll(fromMessages([why])))[0]?.metadata?.continuation).toEqual(continuation);
  const page = await stage.draw('thread', { messages: [user, call, result, why] });
  await page.getByRole('button', { name: /^Why/ }).click();
  await page.getByText('StepsLimit: 20 of 20 steps · the run ends').waitFor();
  expect(await page.locator('.tt-why').innerText()).toContain('TokenLimit · the run goes on\nStepsLimit: 20');
  await page.locator('.tt-group-head').click();
  await page.locator('.tt-call-head').click();
  await page.locator('.tt-details').getByText('entities').first().waitFor();
});

test('3) details of a normal end, which says nothing', async () => {
  const evaluations = [{ criterion: 'TokenLimit', verdict: 'continue', reason: '12 of 100' }] as const;
  const continuation = { should_continue: false, stop_reason: 'completed', resolved_by: 'Answer', evaluations };
  const metadata = { status_type: 'continuation', continuation } as const;
  const ended: Message = { ...answer, id: 'end', role: 'status', content: 'Agent stopped: completed', metadata };
  for (const told of [
    { messages: [user, call, result, answer, ended] },
    { messages: [user], events: [...run.slice(0, -1), event('agent.continuation', continuation), ...run.slice(-1)] },
  ]) {
    const page = await stage.draw('thread', told);
    await page.getByText('1 tool call').waitFor();
    expect(await page.locator('.tt-status').count()).toBe(0);
    await page.locator('.tt-answer').hover();
    await page.locator('.tt-answer').getByRole('button', { name: /^Why/ }).click();
    await page.getByText('TokenLimit: 12 of 100 · the run goes on').waitFor();
  }
});

test('3) rule 3: the summary of the arguments is folded until the group is opened', async () => {
  const page = await stage.draw('thread', { messages: [user, call, result] });
  await page.getByText('1 tool call').waitFor();
  expect(await page.locator('.tt-thread').innerText()).not.toContain("query: 'dbplus'");
  await page.locator('.tt-group-head').click();
  await page.getByText("(query: 'dbplus', types: ['program'])").waitFor();
});

test('4) a call that is tried again says which attempt it is', async () => {
  const ledger = new LedgerWriter('t1');
  ledger.write({ type: 'agent.status', status: 'running' });
  ledger.write({ type: 'agent.step.started', step: 1 });
  ledger.write({ type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'SearchEntities', arguments: '{}' });
  ledger.write({ type: 'agent.tool.started', step: 1, call: 'c' });
  ledger.write({ type: 'agent.tool.retrying', step: 1, call: 'c', attempt: 2, max_attempts: 3 });
  const page = await stage.draw('ledger', ledger.events);
  await page.locator('.tt-group-head').click();
  await expect.poll(() => page.locator('.tt-call').innerText()).toMatch(/SearchEntities[^]*Retrying \(2\/3\)/);
});
