import { callStatus, foldAll, LedgerWriter } from '@toolthread/core';
import type { LedgerEvent, ThreadState } from '@toolthread/core';
import { aiSdkReader } from '@toolthread/core/adapters';
import { toChatMessages } from '@toolthread/core/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anySdkPart } from './any-sdk-part.ts';

function readParts(parts: readonly object[]): { events: readonly LedgerEvent[]; state: ThreadState } {
  const reader = aiSdkReader();
  const ledger = new LedgerWriter('t');
  for (const draft of [...parts.flatMap((part) => reader.push(part)), ...reader.end()]) ledger.write(draft);
  return { events: ledger.events, state: foldAll(ledger.events) };
}

const statuses = (state: ThreadState): string[] =>
  [...state.calls.byPlace.entries()].map(([, one]) => `${one.id} ${one.name} ${callStatus(one)}`).toSorted();

describe('[004] a run that failed', () => {
  const failing = { type: 'tool-call', toolCallId: 'c1', toolName: 'save', input: {} };
  const available = { ...failing, type: 'tool-input-available' };
  const error = { type: 'error', error: 'net', errorText: 'net' };
  const stop = { type: 'finish', finishReason: 'stop' };
  const done = { type: 'finish-step', finishReason: 'tool-calls' };

  test.each<[string, readonly object[]]>([
    ['before the step ended', [failing, error, stop]],
    ['and the step ended, too', [failing, error, done, stop]],
    ['after the step', [failing, done, error, stop]],
    ['in a stream for a page', [available, error, { type: 'finish-step' }, { type: 'finish' }]],
    ['with a call of the provider', [{ ...failing, providerExecuted: true }, error, stop]],
  ])('leaves no call running: %s', (_, parts) => {
    const { state, events } = readParts([{ type: 'start-step' }, ...parts]);
    expect(statuses(state)).toEqual(['c1 save interrupted']);
    expect(toChatMessages(state).map(({ toolActivity }) => toolActivity?.isActive ?? false)).not.toContain(true);
    expect(events.at(-1)).toMatchObject({ status: 'failed', error_message: 'net' });
  });

  test('leaves a call alone for which a person is asked', () => {
    const asked = { type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'a1' };
    const other = { ...failing, toolCallId: 'c2' };
    const { state } = readParts([{ type: 'start-step' }, failing, asked, other, error, stop]);
    expect(statuses(state)).toEqual(['c1 save waiting', 'c2 save interrupted']);
  });

  test('any part at all: nothing runs after it', () => {
    fc.assert(
      fc.property(fc.array(anySdkPart, { maxLength: 25 }), (parts) => {
        const { state } = readParts([...parts, error, stop]);
        expect(statuses(state).filter((status) => /running|called|streaming/.test(status))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
