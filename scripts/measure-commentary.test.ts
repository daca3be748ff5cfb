import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import { expect, onTestFinished, test } from 'vitest';

const LONG = 'Words that go on. '.repeat(50);

/** An agent that says something before a call, and something after it. */
const ledger = (before: string, after: string): string => {
  const drafts: EventDraft[] = [
    { type: 'thread.created' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: before },
    { type: 'agent.tool.called', step: 1, part: 1, call: 'c1', name: 'look', arguments: '{}' },
    { type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'done', parts: [] },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    { type: 'agent.step.started', step: 2 },
    { type: 'agent.part.completed', step: 2, part: 0, kind: 'text', text: after },
    { type: 'agent.step.completed', step: 2, finish_reason: 'stop' },
  ];
  return drafts.map((draft, i) => JSON.stringify({ ...draft, v: 1, thread: 't1', seq: i + 1, at: 0 })).join('\n');
};

function measured(files: { readonly [name: string]: string }): { status: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-measure-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'below'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'below', name), text);
  const script = join(import.meta.dirname, 'measure-commentary.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test('long commentary stands in the answer’s place until its call comes; short does not; a long answer does not wait', () => {
  const { said } = measured({ 'a.jsonl': ledger('I look.', LONG), 'b.jsonl': ledger(LONG, 'Done.') });
  expect(said).toContain("commentary shown in the answer's place: 1 of 2 (50.0%)");
  expect(said).toContain('median 488');
  expect(said).toContain('answers longer than 640 that waited for their end: 0 of 1');
});

test('where nothing was measured no figure is printed', () => {
  expect(measured({ 'a.jsonl': '' })).toEqual({ status: 1, said: expect.stringContaining('has no transcript') });
});
