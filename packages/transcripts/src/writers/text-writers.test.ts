import { callResult, parseLedger, threadOf, timeline } from '@toolthread/core';
import type { EventDraft } from '@toolthread/core';
import { parseToolBlocks } from '@toolthread/core/blocks';
import { resultText, statusWord, wholeArguments } from '@toolthread/core/lines';
import { eventsOf } from '@toolthread/core/testing';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../transcript/read-transcript.ts';
import { aboutThread } from './about.ts';
import { textWriter, textWriters } from './text-writers.ts';
import type { WritableThread } from './text-writers.ts';

const GOLDEN = join(import.meta.dirname, '../../../core/fixtures');
const goldenNames = globSync('*.jsonl', { cwd: GOLDEN }).map((file) => basename(file, '.jsonl'));

function golden(name: string): WritableThread {
  const { events } = parseLedger(readFileSync(join(GOLDEN, `${name}.jsonl`), 'utf8'));
  return { events, ...threadOf(events) };
}
function thread(drafts: readonly EventDraft[]): WritableThread {
  const events = eventsOf(drafts);
  return { events, ...threadOf(events) };
}

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
      const said = markdown.split(`· ${statusWord(outcome)}`).length - 1;
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
  const said = (text: string, author = '@human'): WritableThread =>
    thread([{ type: 'message.posted', author, parts: [{ type: 'text', text }], delivery: 'now', at: 0 }]);

  it('reads as a conversation', () => {
    const markdown = textWriters.md(golden('retry-two-of-three'));
    expect(markdown).toMatch(/^\*\*You\*\* · \d{4}-\d{2}-\d{2} \d{2}:\d{2}\n\n> /m);
    expect(markdown).toMatch(/<details><summary>🔧 \d+ tool calls? · 1 failed<\/summary>/);
  });

  it('[L7] nothing that anyone said acts by itself', () => {
    const hostile = '<script>alert(1)</script> ![x](http://t) @all </details>\u202e';
    const markdown = textWriters.md(said(hostile));
    expect(markdown.replace(/^> (`+)[^`]+\1$/gm, '')).not.toMatch(/<script|!\[|@all|<\/details/);
    expect(markdown).toContain('<script>alert(1)</script> ![x](http://t) @all </details>⟨U+202E⟩');
  });

  it('[issue 11] a person typed words, an agent writes Markdown', () => {
    const typed = 'one\n# two';
    expect(textWriters.md(said(typed))).toContain('> one  \n> `#` two');
    expect(textWriters.md(said(typed, '@coder'))).toContain('> one\n> # two');
  });

  it('a thread with nothing in it is an empty file', () => {
    expect(textWriters.md(thread([]))).toBe('\n');
    expect(textWriters.text(thread([]))).toBe('\n');
    expect(textWriters.jsonl(thread([]))).toBe('');
  });
});

describe('[issue 11] text for people', () => {
  const plain = (whole: WritableThread): string =>
    [...textWriter(aboutThread(whole), { whole: true, plain: true }).texts(timeline(whole).items)].join('');

  it.each(goldenNames)('%s: every result, and every argument, as it was', (name) => {
    const whole = golden(name);
    const text = plain(whole);
    const drawn = JSON.stringify(timeline(whole).items);
    for (const [, call] of whole.state.calls.byPlace.entries()) {
      if (!drawn.includes(JSON.stringify(call.id))) continue;
      expect(text).toContain(resultText(call) ?? '');
      expect(text).toContain(wholeArguments(call));
    }
  });

  it.each([
    ['stop', ''],
    ['length', ' · Cut off: the answer reached its length limit'],
    ['refusal', ' · Refused by the model'],
    ['error', ' · Incomplete: the model failed'],
    ['aborted', ' · Stopped before it was complete'],
  ] as const)('[issue 12, files e] [L3] an answer says who gave it, how it ended and when: %s', (reason, ending) => {
    const drafts = [
      { type: 'agent.configured', provider: 'p', api: 'a', model: 'm-1' },
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'Woven.' },
      { type: 'agent.step.completed', step: 1, finish_reason: reason },
    ] as const;
    const at = Date.UTC(2026, 1, 2, 3, 4);
    const whole = thread(drafts.map((draft) => ({ ...draft, at })));
    expect(plain(whole)).toContain(`Woven.\n\nAssistant · m-1${ending} · 2026-02-02 03:04`);
    expect(textWriters.text(whole)).not.toContain('Assistant');
  });

  it('words that look like markup, a mention, an entity or a block are those words', () => {
    const said = `<b> & "quoted" 'it' @team &lt;tool&gt; <tool>x</tool>\n\tif (a < b) run('@x')`;
    const args = JSON.stringify({ command: `cat <<'EOF'\n@a && b\nEOF` });
    const drafts = [
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: said },
      { type: 'agent.tool.called', step: 1, part: 1, call: 'c"1', name: 'Bash', arguments: args },
      { type: 'agent.tool.completed', step: 1, call: 'c"1', outcome: 'done', parts: [{ type: 'text', text: said }] },
    ] as const;
    const text = plain(thread(drafts));
    expect(text.split(said)).toHaveLength(3);
    expect(text).toContain(`cat <<'EOF'\n@a && b\nEOF`);
    expect(text).not.toMatch(/\u200b|&amp;|&quot;|&#/);
  });
});
