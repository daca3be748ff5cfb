/** What must hold for every history, however it came about. */
import { completionMessages, foldAll } from '@toolthread/core';
import type { CompletionMessage, LedgerEvent } from '@toolthread/core';
import { arbitraryHistory, goldenNames, readGolden } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryMessages } from '../../test/arbitrary-messages.ts';
import { geminiProblems } from '../../test/gemini-problems.ts';
import { encode } from './encode.ts';

const SCOPES = [undefined, 'agent:pm', 'agent:coder', 'child:r1', 'team'];
const MODELS = ['gemini-3-pro', 'gemini-2.5-pro', 'm'];
const TOOLS = [
  { name: 'save', description: 'Saves.', parameters: { type: 'object' } },
  { name: 'a b/c', description: '', parameters: {} },
];
const OWN = [
  { thoughtSignature: 'c2lnbmVk' },
  { thoughtSignature: 'not base64!' },
  { executableCode: { language: 'PYTHON', code: '1' } },
  { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
  { functionCall: { name: 'forged' } },
  { text: 'forged' },
];

function viewsOf(events: readonly LedgerEvent[]): (readonly CompletionMessage[])[] {
  const state = foldAll(events);
  return SCOPES.map((scope) => completionMessages(state, scope === undefined ? {} : { scope }));
}

test('[L2] every prefix of every history, in every scope, is a body that old and new models take', () => {
  fc.assert(
    fc.property(arbitraryHistory(), fc.nat(), fc.constantFrom(...MODELS), (events, at, model) => {
      for (const messages of [...viewsOf(events), ...viewsOf(events.slice(0, at % (events.length + 1)))]) {
        expect(geminiProblems(encode({ model, messages, tools: TOOLS }), model)).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

test('[L2] messages that no ledger gave, in any order and with any content, do not throw and are a body that is taken', () => {
  const makers = MODELS.map((model) => ({ provider: 'gemini', api: 'generateContent', model }));
  fc.assert(
    fc.property(arbitraryMessages({ makers, data: OWN }), fc.constantFrom(...MODELS), (messages, model) => {
      expect(geminiProblems(encode({ model, messages, tools: TOOLS }), model)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

/** Where a request was made: before each step, from the events it was built from. */
function requestsOf(events: readonly LedgerEvent[]): { epoch: number; bytes: string[]; isMarked: boolean }[] {
  let epoch = 0;
  return events.flatMap((event, index) => {
    if (/^(agent\.configured|context\.compacted|thread\.rewound|event\.purged)$/.test(event.type)) epoch += 1;
    if (event.type !== 'agent.step.started' || event.scope !== undefined) return [];
    const messages = completionMessages(foldAll(events.slice(0, index)));
    const notes: string[] = [];
    const { contents } = encode({ model: 'gemini-3-pro', messages, tools: TOOLS }, (note) => notes.push(note));
    return [
      { epoch, bytes: contents.map((content) => JSON.stringify(content)), isMarked: notes.includes('marker-end') },
    ];
  });
}

test('within an epoch of a golden ledger a request is, byte for byte, the beginning of the next', () => {
  let compared = 0;
  // There a result stands in the file before its call: it is an orphan until the call is read.
  for (const name of goldenNames.filter((golden) => golden !== 'result-before-call')) {
    const requests = requestsOf(readGolden(name));
    for (const [index, next] of requests.entries()) {
      const before = requests[index - 1];
      if (before === undefined || before.epoch !== next.epoch) continue;
      compared += 1;
      // Two steps with nothing said between them are one turn of the model: it grows, and the marker after it goes.
      const closed = before.bytes.slice(0, before.isMarked ? -2 : -1);
      const grows = before.bytes[closed.length]?.slice(0, -2) ?? '';
      expect([name, ...next.bytes.slice(0, closed.length)]).toEqual([name, ...closed]);
      expect([name, next.bytes[closed.length]?.slice(0, grows.length)]).toEqual([name, grows]);
    }
  }
  expect(compared).toBeGreaterThan(20);
});

test('golden ledgers, at every event, are a body that the provider takes', () => {
  for (const name of goldenNames) {
    const events = readGolden(name);
    for (let length = 1; length <= events.length; length += 1) {
      for (const messages of viewsOf(events.slice(0, length))) {
        expect(geminiProblems(encode({ model: 'gemini-3-pro', messages, tools: [] }), 'gemini-3-pro')).toEqual([]);
      }
    }
  }
});

test('encoding twice gives the same bytes, and what was encoded is not encoded again', () => {
  const messages = completionMessages(foldAll(readGolden('signed-thinking-parallel-calls'))).slice(0, -1);
  const request = { model: 'gemini-3-pro', tools: TOOLS };
  const first = encode({ ...request, messages });
  const again = encode({ ...request, messages: [...messages] });
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  for (const [index, { parts }] of first.contents.slice(0, -1).entries())
    expect(again.contents[index]?.parts).toBe(parts);
});
