/** Seed 001, "Optional UI enhancements", 3: what stands under details. */
import { foldAll } from '@toolthread/core';
import { fromMessages, toMessages } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';
import { expect, test } from 'vitest';
import type { scenes } from './001.page.tsx';
import { answer, call, event, result, run, stop, stopped, user } from './001.records.ts';
import { withPage } from './stage/with-page.ts';

const stage = withPage<typeof scenes>(new URL('./001.page.tsx', import.meta.url));

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
  await page.getByText('StepsLimit: stop · 20 of 20 steps').waitFor();
  expect(await page.locator('.tt-why').innerText()).toContain('TokenLimit: continue\nStepsLimit: stop');
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
    await page.getByText('TokenLimit: continue · 12 of 100').waitFor();
  }
});
