/** The AI SDK's own streams of seed 004's three steps, and the chat after each part of them. */
import { foldAll, LedgerWriter } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { aiSdkReader } from '@toolthread/core/adapters';
import { toChatMessages } from '@toolthread/core/contract';
import type { ChatMessage } from '@toolthread/core/contract';
import { jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';

export const SEARCH = "I'll search for your notes...";
export const READ = 'Found 3 notes. Let me read the first one...';
export const ANSWER = "Here's what I found: [final response]";

export type Chunk = { readonly type: string; readonly [key: string]: unknown };

/** A text in pieces of a few characters. */
export const text = (words: string, id = 't'): readonly Chunk[] => [
  { type: 'text-start', id },
  ...(words.match(/.{1,9}/g) ?? []).map((delta) => ({ type: 'text-delta', id, delta })),
  { type: 'text-end', id },
];
export const call = (toolCallId: string, toolName: string, input: string): Chunk => {
  return { type: 'tool-call', toolCallId, toolName, input };
};
export const finish = (unified: string): Chunk => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
});

/** The seed's three steps. */
export const STEPS: readonly (readonly Chunk[])[] = [
  [...text(SEARCH), call('c1', 'search_notes', '{"query":"notes"}'), finish('tool-calls')],
  [...text(READ), call('c2', 'get_note', '{"id":1}'), finish('tool-calls')],
  [...text(ANSWER), finish('stop')],
];

/** What `streamText` gives for these steps. */
export function streamed(
  steps: readonly (readonly Chunk[])[],
  tools: Readonly<Record<string, () => unknown>>,
  abortSignal?: AbortSignal,
): ReturnType<typeof streamText> {
  let step = 0;
  const model = new MockLanguageModelV4({
    doStream: () => {
      const chunks = [{ type: 'stream-start', warnings: [] }, ...(steps[step] ?? [])];
      step += 1;
      return Promise.resolve({ stream: convertArrayToReadableStream(chunks) as never });
    },
  });
  const made = Object.entries(tools).map(([name, execute]) => {
    return [name, tool({ inputSchema: jsonSchema({ type: 'object' }), execute })];
  });
  return streamText({
    model,
    prompt: 'Find my notes',
    tools: Object.fromEntries(made),
    stopWhen: stepCountIs(9),
    ...(abortSignal && { abortSignal }),
    onError: () => undefined,
  });
}

export interface Moment {
  readonly part: string;
  readonly message: ChatMessage | undefined;
  readonly events: readonly LedgerEvent[];
}

/** The chat after each part, as a panel would draw it. */
export async function moments(stream: AsyncIterable<unknown>): Promise<readonly Moment[]> {
  const ledger = new LedgerWriter('t');
  ledger.write({
    type: 'message.posted',
    author: '@human',
    delivery: 'now',
    parts: [{ type: 'text', text: 'Find my notes' }],
  });
  const reader = aiSdkReader({ run: 'answer-1' });
  const all: Moment[] = [];
  for await (const part of stream) {
    for (const draft of reader.push(part)) ledger.write(draft);
    const message = toChatMessages(foldAll(ledger.events)).findLast(({ role }) => role === 'assistant');
    all.push({ part: (part as Chunk).type, message, events: [...ledger.events] });
  }
  for (const draft of reader.end()) ledger.write(draft);
  const message = toChatMessages(foldAll(ledger.events)).findLast(({ role }) => role === 'assistant');
  return [...all, { part: '', message, events: [...ledger.events] }];
}

export const TOOLS = { search_notes: () => ['one', 'two', 'three'], get_note: () => 'The first note.' };
export const ROADS = [
  { road: 'fullStream', streamOf: () => streamed(STEPS, TOOLS).fullStream },
  { road: 'UI message stream', streamOf: () => streamed(STEPS, TOOLS).toUIMessageStream() },
] as const;
