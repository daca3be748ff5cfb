import { describe, expect, it } from 'vitest';
import { callDrafts } from '../../../test/call-drafts.ts';
import { eventsOf } from '../../../test/events-of.ts';
import { completionMessages } from '../../context/completion-messages.ts';
import { linesOf } from '../../timeline/lines/lines-of.ts';
import { threadOf, timeline } from '../../timeline/timeline.ts';
import { callResult, callStatus } from '../call.ts';
import type { Call } from '../call.ts';
import type { EventDraft, LedgerEvent } from '../ledger-event.ts';

const launched: EventDraft[] = [
  { type: 'agent.step.started', step: 1 },
  ...callDrafts('run', 'It runs in the background.', { end: { provisional: true } }),
];
const failed: EventDraft = {
  type: 'agent.tool.completed',
  step: 1,
  call: 'c1',
  outcome: 'failed',
  error: { message: 'exit code 1' },
};
const ended: EventDraft = { type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'done' };

function callOf(events: readonly LedgerEvent[]): Call {
  for (const [, call] of threadOf(events).state.calls.byPlace.entries()) return call;
  return expect.fail('there is no call');
}

describe('a provisional result', () => {
  it('[L3] gives way to the one that says how the call ended, and its words stay', () => {
    const call = callOf(eventsOf([...launched, failed]));
    expect(callStatus(call)).toBe('failed');
    expect(callResult(call)?.parts).toEqual([{ type: 'text', text: 'It runs in the background.' }]);
    expect(callResult(call)?.error).toEqual({ message: 'exit code 1' });
  });

  it('[L3] is counted once in its group', () => {
    const [group] = timeline(threadOf(eventsOf([...launched, failed]))).items;
    expect(group).toMatchObject({ kind: 'group', tally: { calls: 1, done: 0, failed: 1 } });
  });

  it('[L1] gives way once: a third result changes nothing', () => {
    const { state } = threadOf(eventsOf([...launched, failed, { ...failed, outcome: 'done' }]));
    expect(state.anomalies.count).toBe(1);
    expect([...state.calls.byPlace.entries()].map(([, call]) => callStatus(call))).toEqual(['failed']);
  });

  it('[L2] is one result for the next model', () => {
    const messages = completionMessages(threadOf(eventsOf([...launched, failed])).state);
    const results = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'result'));
    expect(results).toHaveLength(1);
  });

  it.each<readonly [string, readonly EventDraft[], readonly string[]]>([
    ['failed', [failed], ['↳ bg', 'exit code 1']],
    ['done', [ended], ['↳ bg']],
    ['was told twice', [{ ...ended, provisional: true }, failed], ['↳ bg', 'exit code 1']],
  ])('[L1] a run that it launched and that %s stands below its words and above the end', (_, ends, last) => {
    const scope = 'child:bg';
    const run: EventDraft[] = [
      { type: 'scope.opened', scope, kind: 'child', name: 'bg', parent: { call: 'c1', step: 1 }, at: 50 },
      { type: 'agent.step.started', step: 1, scope, at: 50 },
      { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'I look.', scope, at: 50 },
    ];
    // As an import has it: the file of the run is read after the session.
    const timed = [...launched.map((draft) => ({ ...draft, at: 10 })), ...ends.map((draft) => ({ ...draft, at: 90 }))];
    const drawn = [...linesOf(timeline(threadOf(eventsOf([...timed, ...run]))).items, 'expanded')];
    const texts = drawn.map(({ spans }) => spans.map(({ text }) => text).join(''));
    const order = texts.filter((text) => ['It runs in the background.', ...last].some((words) => text.endsWith(words)));
    expect(order.map((text) => text.replace(/^.* → /, ''))).toEqual(['It runs in the background.', ...last]);
  });

  it('[L3] a result that was not provisional stays', () => {
    const whole = launched.map((draft) =>
      draft.type === 'agent.tool.completed' ? { ...draft, provisional: false } : draft,
    );
    expect(callStatus(callOf(eventsOf([...whole, failed])))).toBe('done');
  });
});
