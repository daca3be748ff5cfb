import { callResult, newThread, threadOf } from '@toolthread/core';
import type { EventDraft } from '@toolthread/core';
import { resultText, statusWord } from '@toolthread/core/lines';
import { askedDrafts, eventsOf } from '@toolthread/core/testing';
import { describe, expect, it, vi } from 'vitest';
import { markupText } from '../../test/drawn.tsx';
import { goldenLedgers } from '../../test/golden-ledgers.ts';
import { loadHighlight } from '../markdown/highlight.ts';
import { htmlInPieces, writeHtml } from './write-html.tsx';

const styles = '.tt-thread{color:red}';
const written = (drafts: readonly EventDraft[]): string => writeHtml(threadOf(eventsOf(drafts)), { styles });
const words = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe.each(goldenLedgers)('golden ledger %s', (_, events) => {
  const thread = threadOf(events);
  const { state } = thread;
  const html = writeHtml(thread, { styles });
  const text = markupText(html);

  it('[L4] every call is there, with every word of its result', () => {
    for (const [, call] of state.calls.byPlace.entries()) {
      // A call that waits for a person is a card, and its card names it.
      expect(text).toContain(call.name);
      const result = resultText(call);
      // What a terminal would draw otherwise than it is written is drawn so.
      if (result === undefined || /\p{Cc}/u.test(result.replaceAll('\n', ''))) continue;
      expect(text).toContain(words(result));
    }
  });

  it('[L3] what did not end well says so', () => {
    for (const [, call] of state.calls.byPlace.entries()) {
      const outcome = callResult(call)?.outcome;
      if (outcome !== undefined && outcome !== 'done') expect(text).toContain(statusWord(outcome));
    }
  });

  it('[L7] [B.6 55] no script, no address that is fetched, nothing that waits for one', () => {
    expect(html).not.toMatch(/<script|<iframe|<link|<object|\son\w+=/i);
    expect([...html.matchAll(/\ssrc="([^"]*)"/g)].every(([, source]) => source?.startsWith('data:'))).toBe(true);
    expect(html).toContain('default-src &#x27;none&#x27;');
  });
});

describe('one file', () => {
  it('[12.6] holds the files that are blobs, to be saved by a click; without an address it has their names', () => {
    const source = { kind: 'blob', hash: 'a'.repeat(64), size: 3 } as const;
    const parts = [{ type: 'file', media_type: 'application/pdf', name: 'plan.pdf', source } as const];
    const thread = threadOf(eventsOf([{ type: 'message.posted', author: '@human', delivery: 'now', parts }]));
    const blobUrl = (hash: string, type: string): string => `data:${type};base64,${hash.slice(0, 4)}`;
    const link = '<a href="data:application/pdf;base64,aaaa" download="plan.pdf">Save</a>';
    expect(writeHtml(thread, { styles, blobUrl })).toContain(link);
    const without = writeHtml(thread, { styles });
    expect(without).toContain('plan.pdf');
    expect(without).not.toContain('href=');
  });

  it('has code in its colours, and its words as they are without them', async () => {
    const text = 'So:\n\n```ts\nconst answer = 42; // \u202e<b>\n```\n\n```nobody\nplain\n```\n';
    const drafts: EventDraft[] = [
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text },
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
    ];
    const coloured = writeHtml(threadOf(eventsOf(drafts)), { styles, highlight: await loadHighlight() });
    expect(coloured).toContain('<span class="tt-hl-keyword">const</span>');
    const letters = (html: string): string => html.replaceAll(/<[^>]{0,1000}>/g, '');
    expect(letters(coloured)).toBe(letters(written(drafts)));
  });

  it('[issue 11] says when a message and an answer were said, where it is given words for it', () => {
    const drafts: EventDraft[] = [
      { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'Weave.' }], delivery: 'now' },
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'Woven.' },
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
    ];
    const thread = threadOf(eventsOf(drafts));
    const items = [...htmlInPieces({ title: 'T', when: (at) => `at ${at}` }, { styles }).items(thread)].join('');
    expect(items.match(/<p class="tt-when[^>]*>at \d+<\/p>/g)).toHaveLength(2);
    expect(written(drafts)).not.toContain('<p class="tt-when');
  });

  it('[issue 11] a long text is there whole, once, and is written in pieces', () => {
    const place = '<template data-text="0"></template>';
    const rows = Array.from({ length: 20_000 }, (_, row) => `${row}: "a" < b & c ${row === 7 ? place : ''}`).join('\n');
    const drafts: EventDraft[] = [
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'grind', arguments: JSON.stringify({ rows }) },
      { type: 'agent.tool.completed', step: 1, call: 'c', outcome: 'done', parts: [{ type: 'text', text: rows }] },
      { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    ];
    const pieces = [...htmlInPieces({ title: 'T' }, { styles }).items(threadOf(eventsOf(drafts)))];
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(rows.length / 10);
    const html = pieces.join('');
    expect(html).not.toContain('<template');
    expect(words(markupText(html)).split('19998: "a" < b & c 19999: "a" < b & c').length).toBe(2);
    expect(markupText(html)).toContain(`7: "a" < b & c ${place}`);
  });

  it('[issue 11] nobody makes one text of long arguments: they are written as they are read', () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `${row}: "a"\n`).join('');
    const args = JSON.stringify({ path: 'rows.txt', rows: [rows] });
    const drafts: EventDraft[] = [
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'grind', arguments: args },
      { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    ];
    const thread = threadOf(eventsOf(drafts));
    const stringify = vi.spyOn(JSON, 'stringify');
    const html = [...htmlInPieces({ title: 'T' }, { styles }).items(thread)].join('');
    const lengths = stringify.mock.results.map(({ value }) => String(value).length);
    stringify.mockRestore();
    expect(Math.max(0, ...lengths)).toBeLessThan(rows.length / 4);
    expect(words(markupText(html)).includes(words(JSON.stringify(JSON.parse(args), undefined, 2)))).toBe(true);
  });

  it('has its styles in it, and folds instead of buttons', () => {
    const [, tour = []] = goldenLedgers.find(([name]) => name === 'tour') ?? [];
    const html = writeHtml(threadOf(tour), { styles });
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" class="tt-root">/);
    expect(html).toContain(styles);
    expect(html).toMatch(/<section class="tt-root tt-group"[^>]*><details class="tt-fold">/);
    expect(html).toContain('.tt-thread button { display: none; }');
  });

  it('[L7] hostile words are words, in the title too', () => {
    const hostile = '</title><script>alert(1)</script></style>\u202e\u001b[2J';
    const html = written([
      { type: 'thread.created', title: hostile },
      { type: 'message.posted', author: hostile, parts: [{ type: 'text', text: hostile }], delivery: 'now' },
      { type: 'agent.step.started', step: 1 },
      {
        type: 'agent.tool.called',
        step: 1,
        part: 0,
        call: 'c',
        name: hostile,
        arguments: JSON.stringify({ [hostile]: hostile }),
      },
      {
        type: 'agent.tool.completed',
        step: 1,
        call: 'c',
        outcome: 'failed',
        parts: [{ type: 'text', text: hostile }],
        structured: hostile,
        error: { message: hostile },
      },
    ]);
    expect(html).not.toContain('<script>');
    for (const hidden of ['\u202e', '\u001b']) expect(html).not.toContain(hidden);
    expect(html.match(/<\/style>/g)).toHaveLength(1);
  });

  it('a group of hundreds is there whole', () => {
    const calls = Array.from({ length: 300 }, (_, part): EventDraft => ({
      type: 'agent.tool.called',
      step: 1,
      part,
      call: `c${part}`,
      name: `tool_${part}`,
      arguments: '{}',
    }));
    const html = written([{ type: 'agent.step.started', step: 1 }, ...calls]);
    for (let part = 0; part < 300; part += 1) expect(html).toMatch(new RegExp(`tool_${part}\\b`));
  });

  it('runs inside runs are there, however deep', () => {
    const drafts = Array.from({ length: 400 }, (_, depth): EventDraft[] => {
      const scope = depth === 0 ? {} : { scope: `child:${depth}` };
      return [
        { type: 'agent.step.started', step: 1, ...scope },
        { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: `task_${depth}`, arguments: '{}', ...scope },
        {
          type: 'scope.opened',
          scope: `child:${depth + 1}`,
          kind: 'child',
          name: `run ${depth + 1}`,
          parent: { call: 'c', step: 1, ...scope },
        },
      ];
    }).flat();
    const html = written(drafts);
    for (const depth of [0, 5, 50, 399]) expect(html).toMatch(new RegExp(`task_${depth}\\b`));
  });

  it('arguments nested deeper than anybody reads', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const html = written([
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'f', arguments: deep },
    ]);
    expect(html).toContain('[[[[');
  });

  it('an empty thread is a page', () => {
    expect(markupText(writeHtml(newThread('t'), { styles }))).toContain('Thread');
  });

  it('[L4] of an import: what became of every record', () => {
    const html = written([
      { type: 'thread.created', source: { format: 'codex' } },
      { type: 'source.record', line: 1, byte: 0, fate: 'hidden', rule: 'token_count' },
      { type: 'source.record', line: 2, byte: 9, fate: 'malformed', rule: 'not JSON' },
    ]);
    expect(markupText(html)).toContain('1 record from codex · 1 malformed line');
    expect(markupText(html)).toMatch(/hidden: token_count 1 malformed lines 1 Line 2, byte 9: not JSON/);
  });
});

describe('a change of very many lines', () => {
  const LINES = 200_000;
  const patch = `@@ -0,0 +1,${LINES} @@\n${'+\n'.repeat(LINES - 1)}+the last one`;
  const changed = (input: object, structured: object | undefined): string =>
    written([
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'Edit', arguments: JSON.stringify(input) },
      {
        type: 'agent.tool.completed',
        call: 'c',
        outcome: 'done',
        parts: [],
        ...(structured === undefined ? {} : { structured: { ...structured } }),
      },
    ]);

  it.each([
    ['as its result tells it', {}, { kind: 'diff', path: 'a.ts', patch }],
    [
      'as its arguments ask for it',
      { file_path: 'a.ts', old_string: '', new_string: `${'\n'.repeat(LINES)}the last one` },
      undefined,
    ],
    [
      'as a patch',
      { input: `*** Begin Patch\n*** Add File: a.ts\n${'+\n'.repeat(LINES)}+the last one\n*** End Patch` },
      undefined,
    ],
  ])('is all there, and its file is not many times as long: %s', (_, input, structured) => {
    const html = changed(input, structured);
    const size = JSON.stringify([input, structured ?? '']).length;
    expect(html.length).toBeLessThan(200_000 + 4 * size);
    expect(html).toContain('the last one');
    expect(html.split('class="tt-diff-row"').length).toBeGreaterThan(500);
  });
});

it('[L1] an open question has the words of its card', () => {
  const question = { question: 'Which linter?', options: [{ label: 'The fast one' }], free_text: true };
  const args = JSON.stringify({ questions: [question] });
  const text = words(markupText(written(askedDrafts([question], { name: 'chat_ask_user', args }))));
  expect(text).toContain('Waiting for an answer: Which linter? - The fast one');
});
