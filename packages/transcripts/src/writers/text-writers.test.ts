import { callResult, parseLedger, threadOf, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { parseToolBlocks } from '@toolthread/core/blocks';
import { resultText } from '@toolthread/core/lines';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../transcript/read-transcript.ts';
import { textWriters } from './text-writers.ts';
import type { WritableThread } from './text-writers.ts';

const GOLDEN = join(import.meta.dirname, '../../../core/fixtures');
const goldenNames = globSync('*.jsonl', { cwd: GOLDEN }).map((file) => basename(file, '.jsonl'));

function golden(name: string): WritableThread {
  const { events } = parseLedger(readFileSync(join(GOLDEN, `${name}.jsonl`), 'utf8'));
  return { events, ...threadOf(events) };
}
const thread = (events: readonly LedgerEvent[]): WritableThread => ({ events, ...threadOf(events) });

describe.each(goldenNames)('%s', (name) => {
  const whole = golden(name);
  const { events, state } = whole;

  it('[L1] as a ledger, read again: the same timeline', () => {
    const again = readTranscript(textWriters.jsonl(whole));
    expect(again.format).toBe('ledger');
    // An import is a thread of its own until a store names it.
    const renamed = threadOf(events.map((event) => ({ ...event, thread: 'imported' })));
    expect(timeline(again).items.toArray()).toEqual(timeline(renamed).items.toArray());
  });

  it('[L3] as Markdown: every call, how it ended, every word of its result, and as many folds closed as opened', () => {
    const markdown = textWriters.md(whole);
    const outcomes = [...state.calls.byPlace.entries()].map(([, call]) => callResult(call)?.outcome);
    for (const outcome of ['failed', 'denied', 'interrupted', 'skipped', 'lost'] as const) {
      // A header has a number before the word.
      const said = markdown.split(`· ${outcome}`).length - 1;
      expect(said).toBeGreaterThanOrEqual(outcomes.filter((found) => found === outcome).length);
    }
    for (const [, call] of state.calls.byPlace.entries()) {
      expect(markdown).toContain(call.name);
      for (const line of (resultText(call) ?? '').split(/\r?\n/)) expect(markdown).toContain(line.trim());
    }
    const count = (tag: string): number => markdown.split(`\n${tag}`).length - 1;
    expect(count('</details>')).toBe(count('<details>') + (markdown.startsWith('<details>') ? 1 : 0));
    expect(markdown).not.toMatch(/undefined|\[object/);
  });

  it('as text: a block for every call that a person sees', () => {
    const blocks = parseToolBlocks(textWriters.text(whole)).filter(({ kind }) => kind === 'tool');
    const drawn = JSON.stringify(timeline(whole).items).split('"kind":"call"').length - 1;
    expect(blocks.length).toBeGreaterThanOrEqual(drawn);
  });
});

describe('Markdown', () => {
  const posted = (text: string): LedgerEvent => ({
    v: 1,
    thread: 't',
    seq: 1,
    at: 0,
    type: 'message.posted',
    author: '@human',
    parts: [{ type: 'text', text }],
    delivery: 'now',
  });

  it('reads as a conversation', () => {
    const markdown = textWriters.md(golden('retry-two-of-three'));
    expect(markdown).toMatch(/^\*\*You\*\* · \d{4}-\d{2}-\d{2} \d{2}:\d{2}\n\n> /m);
    expect(markdown).toMatch(/<details><summary>🔧 \d+ tool calls? · 1 failed<\/summary>/);
  });

  it('[L7] nothing that anyone said acts by itself', () => {
    const hostile = '<script>alert(1)</script> ![x](http://t) @all </details>\u202e';
    const markdown = textWriters.md(thread([posted(hostile)]));
    expect(markdown).not.toMatch(/<script|!\[|@all|<\/details|\u202e/);
  });

  it('a thread with nothing in it is an empty file', () => {
    expect(textWriters.md(thread([]))).toBe('\n');
    expect(textWriters.text(thread([]))).toBe('\n');
    expect(textWriters.jsonl(thread([]))).toBe('');
  });
});
