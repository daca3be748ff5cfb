/** What was decided about a plan, in its entry and while its group is closed. */
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { drawn, markupText } from '../../../test/drawn.tsx';
import { calling, completed } from '../../../test/first-call.ts';

const asked: EventDraft = { type: 'request.opened', request: 'r1', kind: 'plan', call: 'c1' };
const decided = (decision: 'once' | 'deny', reason?: string): EventDraft => ({
  type: 'request.resolved',
  request: 'r1',
  decision,
  ...(reason === undefined ? {} : { reason }),
});
const plan = (...then: readonly EventDraft[]): LedgerEvent[] => calling('ExitPlanMode', '{"plan":"1. Look"}', ...then);
const failing = (message: string): EventDraft => completed('failed', message, { error: { message } });
const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected. The user said:\nUse B";

/** What is told of a plan: its name, and what follows until its arguments or the end. */
function told(events: readonly LedgerEvent[], open: boolean): string | undefined {
  return /ExitPlanMode(?! ·) (.*?)(?: Arguments .*)?$/.exec(markupText(drawn(events, { open })))?.[1];
}

describe('[seed 003] what was decided about a plan is told, once', () => {
  test.each<readonly [string, readonly EventDraft[], entry: string, closed: string]>([
    [
      'approved, by the words of its result',
      [completed('done', 'User has approved your plan.')],
      '→ User has approved your plan. Look',
      'User has approved your plan. (hide details) Look',
    ],
    [
      'approved, and the plan repeated',
      [completed('done', 'User has approved your plan.\n\nSaved to: a.md\n\n## Approved Plan\n1. Look')],
      'Look User has approved your plan. Saved to: a.md ## Approved Plan 1. Look Show less',
      '(hide details) Look User has approved your plan. Saved to: a.md ... (3 more lines) Show all',
    ],
    [
      'denied with words',
      [completed('denied', REJECTED, { error: { message: REJECTED } })],
      `denied Look ${REJECTED.replace('\n', ' ')}`,
      `denied (hide details) Look ${REJECTED.replace('\n', ' ')}`,
    ],
    [
      'failed',
      [failing('Not in plan mode.')],
      '→ Not in plan mode. failed Look',
      'Not in plan mode. · failed (hide details) Look',
    ],
    [
      'failed, without a result',
      [{ type: 'agent.tool.completed', call: 'c1', outcome: 'failed', parts: [], error: { message: 'No mode.' } }],
      '→ No mode. failed Look',
      'No mode. · failed (hide details) Look',
    ],
    [
      'allowed by a person, and its result',
      [asked, decided('once'), completed('done', 'Go on.')],
      'allowed → Go on. Look',
      'allowed · Go on. (hide details) Look',
    ],
    [
      'denied by a person, with a reason',
      [asked, decided('deny', 'Use B'), { type: 'agent.tool.completed', call: 'c1', outcome: 'denied', parts: [] }],
      'denied Look “Use B”',
      'denied (hide details) Look “Use B”',
    ],
    ['allowed, and not begun', [asked, decided('once')], 'allowed ⏳ Look', 'allowed (hide details) Look'],
    ['at work', [{ type: 'agent.tool.started', call: 'c1' }], '⏳ Running… Look', 'Running… (hide details) Look'],
    [
      'closed without a word',
      [{ type: 'thread.closed' }],
      '→ No result was recorded. no result Look',
      'No result was recorded. · no result (hide details) Look',
    ],
  ])('%s', (_, then, entry, closed) => {
    expect([told(plan(...then), true), told(plan(...then), false)]).toEqual([entry, closed]);
  });

  test('one that waits for a person is its card alone', () => {
    expect([told(plan(asked), true), told(plan(asked), false)]).toEqual([undefined, undefined]);
  });
});
