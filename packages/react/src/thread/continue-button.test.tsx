import { threadOf, timeline } from '@toolthread/core';
import { stopToContinue } from '@toolthread/core/queries';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { allActions, markupText } from '../../test/drawn.tsx';
import type { ThreadActions } from './actions/thread-actions.ts';
import { ThreadView } from './thread-view.tsx';

const run = 'r1';
const draw = (drafts: readonly EventDraft[], actions: ThreadActions = allActions): string => {
  const events = drafts.map((draft, index): LedgerEvent => ({
    v: 1,
    thread: 't',
    seq: index + 1,
    at: index,
    ...draft,
  }));
  const thread = threadOf(events);
  const stop = stopToContinue(thread.state);
  return markupText(
    renderToStaticMarkup(<ThreadView thread="t" items={timeline(thread).items} actions={actions} stop={stop} />),
  );
};
const begun: EventDraft = { type: 'agent.status', status: 'running', run };
const limit: EventDraft = {
  type: 'agent.continuation',
  should_continue: false,
  stop_reason: 'steps_limit',
  resolved_by: 'steps',
  run,
};
const lastWords: EventDraft[] = [
  { type: 'agent.step.started', step: 1, run },
  { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'One is left.', run },
  { type: 'agent.step.completed', step: 1, finish_reason: 'stop', run },
];
const ended: EventDraft = { type: 'agent.status', status: 'completed', previous_status: 'running', run };

test('a run at its limit can be continued after its last words, by whoever may', () => {
  expect(draw([begun, limit, ...lastWords, ended])).toContain('Continue');
  expect(draw([begun, limit, ...lastWords])).not.toContain('Continue');
  expect(draw([begun, limit, ...lastWords, ended], {})).not.toContain('Continue');
});

test('what was stopped is continued, what failed is tried again, what came to its end is neither', () => {
  expect(draw([begun, { type: 'agent.status', status: 'cancelled', run }])).toContain('Continue');
  expect(draw([begun, { type: 'agent.status', status: 'failed', run }])).toContain('Try again');
  expect(draw([begun, ...lastWords, { ...limit, stop_reason: 'completed' }, ended])).not.toMatch(/Continue|Try again/);
});
