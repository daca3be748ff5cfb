import { foldAll } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import type { SourceFile } from '@toolthread/core/events';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SessionNotice } from './session-notice.tsx';

function drawn(...files: readonly SourceFile['is'][]): string {
  const created: EventDraft = { type: 'thread.created', source: { format: 'claude-code', session: '5f0c-1' } };
  const noticed_at = new Date(2026, 1, 2, 15, 40).getTime();
  const drafts = [created, ...files.map((is): EventDraft => ({ type: 'thread.closed', file: { is, noticed_at } }))];
  const state = foldAll(
    drafts.map((draft, i): LedgerEvent => ({ v: 1, thread: 'session-a-1', seq: i + 1, at: 0, ...draft })),
  );
  return renderToStaticMarkup(<SessionNotice state={state} info={{ agent: 'demo', may: 'all' }} reachable />);
}

test('[sessions] [L3] a session whose file is gone or cut says so, since when, and offers no command that goes on with it', () => {
  const there = /up to date while its file grows.*claude --resume 5f0c-1/s;
  expect(drawn()).toMatch(there);
  expect(drawn('gone')).toMatch(
    /Its file is gone \(noticed Feb 2, 2026, 3:40\sPM\)\. What was read of it is kept here/,
  );
  expect(drawn('gone', 'rewritten')).toMatch(/Its file was cut or rewritten \(noticed .*What was read before is kept/);
  for (const lost of [drawn('gone'), drawn('rewritten')]) expect(lost).not.toMatch(/claude --resume|up to date/);
  expect(drawn('gone', 'there')).toMatch(there);
});
