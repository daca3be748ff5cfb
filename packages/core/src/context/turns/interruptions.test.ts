/** What a model reads after something was stopped, denied, answered late or left behind. */
import { describe, expect, it, test } from 'vitest';
import { readGolden } from '../../../fixtures/golden.ts';
import { problemsOf } from '../../../test/problems-of.ts';
import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import { fold, foldAll } from '../../ledger/fold/fold.ts';
import type { CompletionMessage } from '../completion-message.ts';
import { completionMessages } from '../completion-messages.ts';
import { NO_RESULT } from './turns.ts';

const APPROVALS = ['denied-approval', 'edited-approval', 'stop-during-approval', 'tour'] as const;
const STOPPED = ['stop-during-text', 'stop-during-tool', 'stop-between-steps', 'stop-during-approval'] as const;

function compactedAt(events: readonly LedgerEvent[], to: number): readonly CompletionMessage[] {
  const seq = events.length + 1;
  const event: LedgerEvent = {
    v: 1,
    thread: events[0]?.thread ?? '',
    seq,
    at: 0,
    type: 'context.compacted',
    summary: 'what was',
    replaces_to: to,
  };
  return completionMessages(fold(foldAll(events), event).state);
}

describe('[bug 7] an approval is the ledger’s, not the model’s', () => {
  it.each(APPROVALS)('%s: compacted at any event, nothing of an approval is left without its call', (name) => {
    const events = readGolden(name);
    const results = new Set(completionMessages(foldAll(events)).flatMap((m) => m.toolResults.map((r) => r.content)));
    for (let to = 0; to <= events.length; to += 1) {
      const messages = compactedAt(events, to);
      expect(problemsOf(messages)).toEqual([]);
      expect(messages[0]?.content).toMatch(/^what was/);
      for (const { content } of messages.flatMap(({ toolResults }) => toolResults)) expect(results).toContain(content);
    }
  });
});

describe('[bug 35] a call that was interrupted', () => {
  it('keeps what it had printed, and is an error', () => {
    const events = readGolden('stop-during-tool');
    const state = foldAll(events);
    const calls = [...state.calls.byPlace.entries()].map(([, call]) => call);
    const printed = calls.filter((call) => call.output !== '' && call.state.name === 'settled');
    const interrupted = printed.filter(
      ({ state: at }) => at.name === 'settled' && at.result.outcome === 'interrupted' && at.result.parts.length === 0,
    );
    expect(interrupted.length).toBeGreaterThan(0);
    const results = completionMessages(state).flatMap(({ toolResults }) => toolResults);
    for (const call of interrupted) {
      const result = results.find(({ toolCallId }) => toolCallId === (call.providerId ?? call.id));
      expect(result?.isError).toBe(true);
      expect(result?.content).toContain(call.output);
    }
  });
});

describe('[bug 40] a child run that never came back', () => {
  it('leaves no call of its parent without a result', () => {
    const events = readGolden('child-run');
    let waited = 0;
    for (let end = 1; end <= events.length; end += 1) {
      const messages = completionMessages(foldAll(events.slice(0, end)));
      expect(problemsOf(messages)).toEqual([]);
      const results = messages.flatMap(({ toolResults }) => toolResults);
      waited += results.filter(({ content }) => content === NO_RESULT).length;
    }
    expect(waited).toBeGreaterThan(0);
  });

  it('says nothing in its parent’s context, whether it is there or not', () => {
    const events = readGolden('child-run');
    const without = events.filter(({ scope }) => scope?.startsWith('child:') !== true);
    const renumbered = without.map((event, index): LedgerEvent => ({ ...event, seq: index + 1 }));
    const words = (list: readonly LedgerEvent[]): unknown =>
      completionMessages(foldAll(list)).map(({ role, parts }) => ({ role, parts }));
    expect(words(renumbered)).toEqual(words(events));
  });
});

test.each(STOPPED)('[bug 41] %s: what was said before the stop is read once, before and after it goes on', (name) => {
  const events = readGolden(name);
  const messages = completionMessages(foldAll(events));
  const posted = events.flatMap((event) =>
    event.type === 'message.posted' ? event.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [],
  );
  const said = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));
  expect(posted.length).toBeGreaterThan(0);
  for (const text of said) expect(said.filter((other) => other === text)).toHaveLength(1);
  for (const text of posted) expect(said.filter((other) => other === text)).toHaveLength(1);
  const calls = messages.flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id));
  expect(new Set(calls).size).toBe(calls.length);
});
