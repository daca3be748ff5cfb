import type { EventDraft, Outcome } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { calling, completed, ledgerOf } from '../../test/first-call.ts';

const shut = (events: Parameters<typeof drawn>[0]): string => markupText(drawn(events, { open: false }));
const begun: readonly EventDraft[] = [
  { type: 'agent.status', status: 'running' },
  { type: 'agent.step.started', step: 1 },
];

describe('a group that nobody has opened says what is true now', () => {
  test('thinking, with nothing to open yet', () => {
    const markup = drawn(ledgerOf(...begun), { open: false });
    expect(markupText(markup)).toBe('Thinking…');
    expect(markup).not.toContain('<button');
  });

  test('[issue 13] how long its calls took, and none where they tell no time', () => {
    const call: EventDraft = { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name: 'f', arguments: '{}' };
    const ended: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' };
    const over: EventDraft = { type: 'agent.status', status: 'completed' };
    const head = (outcome: Outcome, ms: { readonly duration_ms?: number }): string =>
      drawn(ledgerOf(...begun, call, completed(outcome, 'x', ms), ended, over), { open: false });
    expect(head('done', { duration_ms: 300 })).toMatch(/title="How long its calls took"[^>]*>300ms/);
    expect(head('done', {})).toMatch(/title="How long its calls took"[^>]*>1s/);
    const open = markupText(drawn(ledgerOf(...begun, call, completed('done', 'x'), ended, over)));
    expect(open).toMatch(/→ x 1s/);
    // What never ran took no time, however long somebody thought about it.
    expect(head('denied', {})).not.toContain('How long its calls took');
  });

  test('[U2 9] trying again, from the failure of an attempt until something comes of the next', () => {
    const failed: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'error', discarded: true };
    const again: EventDraft = { type: 'agent.step.started', step: 2 };
    expect(shut(ledgerOf(...begun, failed))).toContain('Trying again…');
    expect(shut(ledgerOf(...begun, failed, again))).toContain('Trying again…');
    const wait: EventDraft = { type: 'agent.step.retrying', step: 1, attempt: 2, max_attempts: 5, until: 0 };
    const events = ledgerOf(...begun, failed, wait);
    const at = events.at(-1)?.at ?? 0;
    const waiting = events.map((event) =>
      event.type === 'agent.step.retrying' ? { ...event, until: at + 60_000 } : event,
    );
    expect(shut(waiting)).toContain('Trying again after 1m (2 of 5)…');
    expect(markupText(drawn(waiting, { open: true }))).toContain('Discarded attempt · next attempt after 1m (2 of 5)');
  });

  test('[issue 13] the next attempt, open or closed: why, which one, how long, and a button not to wait', () => {
    const error = { message: 'Overloaded' };
    const failed: EventDraft = {
      type: 'agent.step.completed',
      step: 1,
      finish_reason: 'error',
      discarded: true,
      error,
    };
    const wait = (until: number): EventDraft => ({
      type: 'agent.step.retrying',
      step: 1,
      attempt: 2,
      max_attempts: 5,
      until,
    });
    const later = ledgerOf(...begun, failed, wait(Date.now() + 9_000_000));
    for (const open of [true, false]) {
      const markup = drawn(later, { open, actions: { tryNow: async () => undefined } });
      expect(markupText(markup)).toMatch(/Overloaded · Attempt 2 of 5 in [\dhms .]+\./);
      expect(markup).toMatch(/<button[^>]*>Try now/);
      expect(drawn(later, { open })).not.toContain('Try now');
    }
    const due = drawn(ledgerOf(...begun, failed, wait(0)), { actions: { tryNow: async () => undefined } });
    expect(markupText(due)).toContain('Attempt 2 of 5 is running.');
    expect(due).not.toContain('Try now');
    const over = ledgerOf(...begun, failed, wait(Date.now() + 9_000_000), {
      type: 'agent.status',
      status: 'cancelled',
    });
    expect(markupText(drawn(over))).not.toContain('Attempt 2 of 5');
  });

  test('thinking, with the words that may become anything in its live line', () => {
    const words: EventDraft = { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'Let me see' };
    expect(shut(ledgerOf(...begun, words))).toBe('Thinking… Let me see');
    // They may be the answer: their beginning is not taken away while they grow.
    const longer: EventDraft = { ...words, text: `The first words. ${'More of it. '.repeat(35)}` };
    expect(shut(ledgerOf(...begun, longer))).toMatch(/^Thinking… The first words\. .*More of it\.$/);
  });

  test('thinking, with what is bold or code drawn so, and nothing to press', () => {
    const text = 'I **will** run `npm test`, see [the docs](https://example.com) and `src/pa';
    const markup = drawn(ledgerOf(...begun, { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text }), {
      open: false,
    });
    expect(markup).toContain('I <strong>will</strong> run <code>npm test</code>, see the docs and <code>src/pa</code>');
    expect(markup).not.toContain('<a');
  });

  test('thinking, with the end of a thought', () => {
    const thought: EventDraft = {
      type: 'agent.reasoning.delta',
      step: 1,
      part: 0,
      offset: 0,
      text: `${'first '.repeat(90)}last`,
    };
    const text = shut(ledgerOf(...begun, thought));
    expect(text).toMatch(/^Thinking… \(show details\) ….*last$/);
    expect(text.length).toBeLessThan(300);
  });

  test('working, on which tool', () => {
    expect(shut(calling('search_files', '{}', { type: 'agent.tool.started', call: 'c1' }))).toBe(
      'Working search_files · 1 tool call (show details)',
    );
  });

  test.each([
    ['done', '🔧 1 tool call [\\d.]+s'],
    ['failed', '🔧 1 tool call 1 failed [\\d.]+s'],
    ['denied', '🔧 1 tool call 1 denied'],
    ['interrupted', '🔧 1 tool call 1 interrupted'],
    ['skipped', '🔧 1 tool call 1 skipped'],
  ] as const)('%s', (outcome, words) => {
    const events = calling(
      'f',
      '{}',
      { type: 'agent.tool.completed', call: 'c1', outcome },
      { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
      { type: 'agent.status', status: 'completed' },
    );
    expect(shut(events)).toMatch(new RegExp(`^${words} \\(show details\\)$`));
    const dot = /tt-dot" data-state="(\w+)"/.exec(drawn(events, { open: false }))?.[1];
    // [L3] green is for calls that are done, and for nothing else.
    expect(dot === 'done').toBe(outcome === 'done');
  });
});

describe('an entry', () => {
  const settled = (text: string, ...more: readonly EventDraft[]): string =>
    markupText(drawn(calling('f', '{"a":1}', ...more, completed('done', text))));

  test.each(['0', 'false', 'x'.repeat(80)])('with a short result has it on its line: %s', (text) => {
    expect(settled(text)).toContain(`f (a=1) → ${text}`);
  });

  test.each(['two\nlines', 'x'.repeat(81)])('with a longer one has it below: %s', (text) => {
    expect(settled(text)).not.toContain('→');
    expect(settled(text)).toContain(text.replace('\n', ' '));
  });

  test.each([
    ['not said again where it stands in what is seen of the result', '', false],
    ['said where it stands further down than what is seen', 'x'.repeat(900), true],
    ['said where the result has other words', undefined, true],
  ])('that failed has the reason below it: %s', (_, between, said) => {
    const why = 'The server stopped while this ran.';
    const text = between === undefined ? 'tick' : `tick\n${between}\n${why}`;
    const markup = drawn(calling('run', '{}', completed('interrupted', text, { error: { message: why } })));
    expect(markup.includes(`<div class="tt-problem">${why}</div>`)).toBe(said);
  });

  test('that is tried again says so, and why', () => {
    const text = markupText(
      drawn(
        calling(
          'fetch',
          '{}',
          { type: 'agent.tool.started', call: 'c1' },
          { type: 'agent.tool.retrying', call: 'c1', attempt: 2, max_attempts: 3, error: { message: 'reset' } },
        ),
      ),
    );
    expect(text).toContain('⏳ ⟳ fetch - Retrying (2/3) reset');
  });

  test('that runs shows the end of what it printed, however much that is', () => {
    const output = Array.from({ length: 2_000 }, (_, line) => `line ${line}\n`).join('');
    const text = markupText(
      drawn(
        calling(
          'run',
          '{}',
          { type: 'agent.tool.started', call: 'c1' },
          { type: 'agent.tool.output.delta', call: 'c1', offset: 0, text: output },
        ),
        { open: true },
      ),
    );
    expect(text).toContain('… line 1992');
    expect(text).toContain('line 1999');
    expect(text).not.toContain('line 1900');
  });

  test('of many: the newest are drawn, and the earlier ones are counted', () => {
    const calls = Array.from({ length: 500 }, (_, part): EventDraft[] => [
      { type: 'agent.tool.called', step: 1, part, call: `c${part}`, name: `tool_${part}_`, arguments: '{}' },
      {
        type: 'agent.tool.completed',
        step: 1,
        call: `c${part}`,
        outcome: 'done',
        parts: [{ type: 'text', text: 'ok' }],
      },
    ]).flat();
    const text = markupText(drawn(ledgerOf(...begun, ...calls)));
    expect(text).toContain('Show 60 of 440 earlier entries');
    expect(text).toContain('tool_499_');
    expect(text).not.toContain('tool_439_');
  });
});
