import { describe, expect, it } from 'vitest';
import { readGolden } from '../../fixtures/golden.ts';
import { completionMessages } from '../context/index.ts';
import { foldThread, threadOf, timeline } from '../timeline/timeline.ts';
import type { EventDraft, LedgerEvent, RunStatus } from '../ledger/ledger-event.ts';
import { fold, foldAll } from '../ledger/fold/fold.ts';
import { queuedMessages } from './queued-messages.ts';
import type { ThreadState } from '../ledger/thread-state.ts';

const golden = readGolden('queued-messages');
const after = (count: number): ThreadState => foldAll(golden.slice(0, count));
const words = ({ parts }: LedgerEvent & { type: 'message.posted' }): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
const queued = (state: ThreadState): string[] =>
  queuedMessages(state).map(({ message, state: where }) => `${where}: ${words(message)}`);
const heard = (state: ThreadState): string => JSON.stringify(completionMessages(state));

const next = ({ id, seq, at }: ThreadState, draft: EventDraft): LedgerEvent => ({
  v: 1,
  thread: id,
  seq: seq + 1,
  at,
  ...draft,
});

function on(state: ThreadState, ...drafts: readonly EventDraft[]): ThreadState {
  return drafts.reduce((before, draft) => fold(before, next(before, draft)).state, state);
}

/** What a person sees when one more event follows the first `count`. */
function seenAfter(count: number, draft: EventDraft): string {
  const thread = threadOf(golden.slice(0, count));
  return JSON.stringify(timeline(foldThread(thread, next(thread.state, draft))));
}

function ended(status: RunStatus): ThreadState {
  return on(after(18), { type: 'agent.status', status });
}

describe('what is said during a run', () => {
  it('waits, each in its way, until it is read', () => {
    expect(queued(after(9))).toEqual([
      'held: Then update the changelog.',
      'held: Then publish it.',
      'said: Leave the tests alone.',
    ]);
    expect(queued(after(12))).toEqual([
      'held: Then update the changelog, in one line.',
      'said: Leave the generated files alone.',
    ]);
    expect(queued(after(15))).toEqual(['held: Then update the changelog, in one line.']);
    expect(queued(after(20))).toEqual(['said: Then update the changelog, in one line.']);
    expect(queued(after(22))).toEqual([]);
  });

  it('to follow is not heard before the run has completed, and then after its answer', () => {
    for (const count of [9, 15, 19]) expect(heard(after(count))).not.toContain('changelog');
    const messages = completionMessages(after(22)).map(({ content }) => content);
    expect(messages.slice(-2)).toEqual([
      'Sorted, all but the generated files.',
      'Then update the changelog, in one line.',
    ]);
  });

  it('can no longer be changed when a step has read it', () => {
    expect(heard(after(16))).toContain('Leave the generated files alone.');
    expect(after(16).anomalies.count).toBe(1);
  });

  it('taken back, it was never said: not to the model, not to the reader', () => {
    const takenBack: EventDraft = { type: 'message.changed', message: 9, parts: [] };
    const state = on(after(12), takenBack);
    expect(queued(state)).toEqual(['held: Then update the changelog, in one line.']);
    expect(heard(state)).not.toContain('generated');
    expect(seenAfter(12, takenBack)).not.toContain('generated');
  });
});

describe('what waits for the end of a run', () => {
  it.each(['failed', 'cancelled', 'awaiting_user'] as const)(
    'goes on waiting when it is %s: nothing begins by itself',
    (status) => {
      expect(queued(ended(status))).toEqual(['held: Then update the changelog, in one line.']);
    },
  );

  it('waits for all members that are at work', () => {
    const busy = on(after(18), { type: 'agent.status', scope: 'agent:coder', status: 'running' });
    const one = on(busy, { type: 'agent.status', status: 'completed' });
    expect(queued(one)).toEqual(['held: Then update the changelog, in one line.']);
    const all = on(one, { type: 'agent.status', scope: 'agent:coder', status: 'completed' });
    expect(queued(all)).toEqual(['said: Then update the changelog, in one line.']);
  });

  it('is not lost when nobody will work here any more', () => {
    expect(seenAfter(18, { type: 'thread.closed' })).toContain('Then update the changelog, in one line.');
  });

  it('is said at once where nobody is at work', () => {
    const state = on(after(25), {
      type: 'message.posted',
      author: '@human',
      parts: [{ type: 'text', text: 'And now?' }],
      delivery: 'followUp',
    });
    expect(queued(state)).toEqual(['said: And now?']);
    expect(heard(state)).toContain('And now?');
  });

  it('is not part of a summary that was made while it waited', () => {
    const compacted = on(after(18), { type: 'context.compacted', summary: 'All sorted.', replaces_to: 18 });
    expect(heard(on(compacted, { type: 'agent.status', status: 'completed' }))).toContain('in one line');
  });
});

it('a change that comes between the request and its step is for the next step', () => {
  const late = on(after(12), { type: 'agent.step.started', step: 2, built_from: 11 });
  expect(queued(late)).toContain('said: Leave the generated files alone.');
});

it('what is changed after a rewind is heard as it is now, though its place was read before', () => {
  const said = (text: string): EventDraft => ({
    type: 'message.posted',
    author: '@human',
    parts: [{ type: 'text', text }],
    delivery: 'now',
  });
  const two = on(after(2), said('first'), said('second'));
  const answered = on(
    two,
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'heard' },
    { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
  );
  expect(heard(answered)).toContain('first');
  const back = on(
    answered,
    { type: 'thread.rewound', to: two.seq },
    { type: 'message.changed', message: 3, parts: [] },
  );
  const again = on(
    back,
    { type: 'agent.step.started', step: 2 },
    { type: 'agent.text.delta', step: 2, part: 0, offset: 0, text: 'heard' },
  );
  expect(heard(again)).toContain('second');
  expect(heard(again)).not.toContain('first');
});

it('the model is told what the user undid', () => {
  const state = foldAll(readGolden('workspace-changed-and-undone'));
  expect(completionMessages(state).at(-1)?.content).toBe(
    '[The user undid these changes to files; they are as they were before: index.ts, logo.png, old.ts]',
  );
});
