/** What must hold for every history, however it came about. */
import { arbitraryHistory } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryMessages } from '../../../test/arbitrary-messages.ts';
import { geminiProblems } from '../../../test/gemini-problems.ts';
import { expectGoldenGrowth, expectGoldenTaken, viewsOf } from '../../../test/golden-requests.ts';
import { encode } from './encode.ts';

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
  const targets = MODELS.map((model) => ({ provider: 'gemini', api: 'generateContent', model }));
  fc.assert(
    fc.property(arbitraryMessages({ targets, data: OWN }), fc.constantFrom(...MODELS), (messages, model) => {
      expect(geminiProblems(encode({ model, messages, tools: TOOLS }), model)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('within an epoch of a golden ledger a request is, byte for byte, the beginning of the next', () => {
  expectGoldenGrowth((messages, note) => encode({ model: 'gemini-3-pro', messages, tools: TOOLS }, note).contents);
});

test('golden ledgers, at every event, are a body that the provider takes', () => {
  const model = 'gemini-3-pro';
  expectGoldenTaken((messages) => geminiProblems(encode({ model, messages, tools: [] }), model));
});
