import { callResult, timeline, threadOf } from '@toolthread/core';
import { readUIMessageStream } from 'ai';
import { AssistantMessageAccumulator } from 'assistant-stream';
import { expect, test } from 'vitest';
import { readWithAiSdk, toAiSdk } from './ai-sdk.ts';
import { readWithAssistantStream, toAssistantStream } from './assistant-stream.ts';
import { describeArguments, describeMixed } from './describe.ts';
import { readWithLedger, toLedger } from './ledger.ts';
import { streamOf } from './stream-of.ts';

const described = describeMixed(20);
const calls = described.filter((event) => event.type === 'tool.call').map((event) => event.arguments);

test('the mixed stream has 11.7 events a part', () => {
  expect(describeMixed(1_000)).toHaveLength(11_700);
});

test('the deltas of a call are its arguments, of the size asked for', () => {
  const events = describeArguments(64 * 1024);
  const deltas = events.flatMap((event) => (event.type === 'tool.delta' ? [event.text] : []));
  const call = events.find((event) => event.type === 'tool.call');
  expect(deltas.join('')).toBe(call?.arguments);
  expect(Math.abs(deltas.join('').length / (64 * 1024) - 1)).toBeLessThan(0.01);
  expect(() => JSON.parse(deltas.join(''))).not.toThrow();
});

test('every side reads the whole stream', async () => {
  const never = Number.POSITIVE_INFINITY;
  expect(readWithLedger(toLedger(described), never)).toBe(described.length);
  expect(await readWithAiSdk(toAiSdk(described), never)).toBe(described.length);
  expect(await readWithAssistantStream(toAssistantStream(described), never)).toBe(described.length);
});

test('every side ends with the same calls and results', async () => {
  const last = async <T>(stream: AsyncIterable<T>): Promise<T | undefined> => (await Array.fromAsync(stream)).at(-1);
  const outputs = described.filter((event) => event.type === 'tool.output').map((event) => event.output);
  const inputs = calls.map((text): unknown => JSON.parse(text));

  const ai = await last(readUIMessageStream({ stream: whole(toAiSdk(described)) }));
  const aiCalls = ai?.parts.filter((part) => 'toolCallId' in part) ?? [];
  expect(aiCalls.map(({ input }) => input)).toEqual(inputs);
  expect(aiCalls.map(({ output }) => output)).toEqual(outputs);

  const other = await last(whole(toAssistantStream(described)).pipeThrough(new AssistantMessageAccumulator()));
  const otherCalls = other?.parts.filter((part) => part.type === 'tool-call') ?? [];
  expect(otherCalls.map(({ argsText }) => argsText)).toEqual(calls);
  expect(otherCalls.map(({ result }) => result)).toEqual(outputs);

  const ours = Array.from(timeline(threadOf(toLedger(described).flat())).items)
    .flatMap((item) => (item.kind === 'group' ? Array.from(item.entries) : []))
    .flatMap((entry) => (entry.kind === 'call' ? [entry.call] : []));
  expect(ours.map((call) => call.arguments)).toEqual(calls);
  expect(ours.map((call) => callResult(call)?.parts)).toEqual(outputs.map((text) => [{ type: 'text', text }]));
});

function whole<T extends object>(chunks: readonly T[]): ReadableStream<T> {
  return streamOf(chunks, Number.POSITIVE_INFINITY).stream;
}

test('half of the parts are text', () => {
  expect(new Set(described.filter(({ type }) => type === 'text.delta').map(({ part }) => part)).size).toBe(10);
});
