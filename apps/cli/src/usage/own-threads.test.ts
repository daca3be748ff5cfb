import { join } from 'node:path';
import { LEDGER_VERSION } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { eventsIn, openLedger } from '@toolthread/store';
import { expect, test } from 'vitest';
import { folder } from '../../test/run-cli.ts';
import { readOwnThread } from '../thread/read-own-thread.ts';
import { ownThreads } from './own-threads.ts';

const QUIET = { show: () => undefined, clear: () => undefined };

/** A thread with long words everywhere; and where it is. */
async function told(words: string): Promise<{ readonly data: string; readonly file: string; readonly thread: string }> {
  const data = folder();
  const file = join(data, 'ledger.db');
  const opened = await openLedger({ file, now: () => Date.parse('2026-02-02T12:00:00Z') });
  if (!opened.ok) throw new Error(opened.error.message);
  const created = await opened.value.createThread({});
  const thread = (created.ok && created.value[0]?.thread) || '';
  const drafts: readonly EventDraft[] = [
    {
      type: 'message.posted',
      author: '@human',
      parts: [{ type: 'text', text: words }],
      delivery: 'now',
    },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: words },
    { type: 'agent.tool.called', step: 1, part: 1, call: 'c1', name: 'weave', arguments: JSON.stringify({ words }) },
    {
      type: 'agent.step.completed',
      step: 1,
      finish_reason: 'tool_calls',
      usage: { input_tokens: 70, output_tokens: 7 },
    },
    { type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'failed', parts: [{ type: 'text', text: words }] },
  ];
  const appended = await opened.value.append(thread, drafts);
  if (!appended.ok) throw new Error(appended.error.message);
  await opened.value.close();
  return { data, file, thread };
}

test('[issue 9] a thread counts the same, however long its words are, of which only the beginning is read', async () => {
  const summaries = [];
  for (const words of ['a few', '\u{1f600}'.repeat(100_001)]) {
    const { data, file, thread } = await told(words);
    const home = folder();
    const read = await readOwnThread(file, thread, 99);
    const texts = JSON.stringify(read?.ok === true ? read.thread.events : read).match(/\u{1f600}+/gu) ?? [];
    expect(Math.max(0, ...texts.map(({ length }) => length))).toBeLessThan(100);
    const [session] = await ownThreads(data, { HOME: home, XDG_CACHE_HOME: home }, QUIET, ({ path }) =>
      expect.fail(path),
    );
    summaries.push({ ...session?.summary, digest: '' });
  }
  expect(summaries[1]).toEqual(summaries[0]);
  expect(summaries[0]).toMatchObject({ calls: 1, failed: 1, tokens: 7 });
});

test('[issue 9] the events of a thread are told one after the other, and none is held', async () => {
  const { file, thread } = await told('some');
  const events: LedgerEvent[] = [];
  expect(await eventsIn(file, thread, (event) => void events.push(event))).toEqual({ ok: true, value: [] });
  expect(await eventsIn(file, thread)).toEqual({ ok: true, value: events });
  expect(events.map(({ v }) => v)).toEqual(Array(7).fill(LEDGER_VERSION));
});
