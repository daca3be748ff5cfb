import { threadOf, timeline } from '@toolthread/core';
import { Withholding } from '@toolthread/core/summary';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { allActions, drawn, markupText } from '../../test/drawn.tsx';
import { goldenLedgers } from '../../test/golden-ledgers.ts';
import { ledgerOf } from '../../test/first-call.ts';
import { writeHtml } from '../export/write-html.tsx';

/** As the server sends it: every member keeps its calls to itself. */
function withheld(events: readonly LedgerEvent[]): readonly LedgerEvent[] {
  const withholding = new Withholding();
  return events.map((event) =>
    withholding.pass(
      event.type === 'scope.opened' && event.kind === 'member' ? { ...event, show_tool_calls: false } : event,
    ),
  );
}

const [, team = []] = goldenLedgers.find(([name]) => name === 'team-of-three-with-consensus') ?? [];

/** A frame with nothing in it, or a heading over nothing. */
const hole =
  /<section class="tt-root tt-group"[^>]*><\/section>|tt-author">[^<]*<\/p><div class="tt-root tt-items"><\/div>/;

describe('a member that keeps its calls to itself', () => {
  test('is shown by its words: no tool, no count, no hole, after every event', () => {
    const passed = withheld(team);
    expect(passed.filter(({ type }) => type === 'event.withheld').length).toBeGreaterThan(3);
    for (let length = 0; length <= passed.length; length += 1) {
      const markup = drawn(passed.slice(0, length), { open: length % 2 === 0, actions: allActions });
      expect(markup).not.toMatch(/tool call|search_issues|read_file|run_tests/);
      expect(markup).not.toMatch(hole);
    }
    const text = markupText(drawn(passed));
    for (const words of ['Friday was promised.', 'The design holds', 'Quoting is missing']) {
      expect(text).toContain(words);
    }
  });

  test('and says nothing has no section when its work is over', () => {
    const scope = 'agent:coder';
    const silent: readonly EventDraft[] = [
      { type: 'scope.opened', scope, kind: 'member', name: 'coder' },
      { type: 'agent.status', scope, status: 'running' },
      { type: 'agent.step.started', scope, step: 1 },
      { type: 'agent.tool.called', scope, step: 1, part: 0, call: 'c1', name: 'run', arguments: '{}' },
      { type: 'agent.tool.completed', scope, step: 1, call: 'c1', outcome: 'failed' },
      { type: 'agent.step.completed', scope, step: 1, finish_reason: 'tool_calls' },
      { type: 'agent.status', scope, status: 'completed' },
    ];
    const passed = withheld(ledgerOf(...silent));
    expect(markupText(drawn(passed.slice(0, 5)))).toBe('@coder Thinking…');
    expect(drawn(passed)).toBe('<div class="tt-root tt-items"></div>');
    expect(writeHtml(threadOf(passed), { styles: '' })).not.toMatch(/coder/);
  });

  test('asks a person, who can answer though the call is not seen', () => {
    const scope = 'agent:coder';
    const asking = withheld(
      ledgerOf(
        { type: 'scope.opened', scope, kind: 'member', name: 'coder' },
        { type: 'agent.status', scope, status: 'running' },
        { type: 'agent.step.started', scope, step: 1 },
        { type: 'agent.tool.called', scope, step: 1, part: 0, call: 'c1', name: 'ask', arguments: '{}' },
        {
          type: 'request.opened',
          scope,
          request: 'q-c1',
          kind: 'question',
          call: 'c1',
          step: 1,
          questions: [{ question: 'Which?', options: [{ label: 'A' }] }],
        },
        { type: 'agent.status', scope, status: 'awaiting_user' },
      ),
    );
    const markup = drawn(asking, { open: false, actions: allActions });
    expect(markupText(markup)).toBe('Which? Which? A 1');
    expect(markup).not.toMatch(hole);
    const [item] = [...timeline(threadOf(asking)).items].filter(({ kind }) => kind === 'request');
    expect(item?.kind === 'request' && item.request.id).toBe('q-c1');
  });
});
