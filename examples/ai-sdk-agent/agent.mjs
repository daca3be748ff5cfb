import { pipeAgentUIStreamToResponse, simulateReadableStream, tool, ToolLoopAgent } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';

const weather = tool({
  description: 'The weather in a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => `Rain in ${city}, 12 degrees.`,
});

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const turns = [
  [
    { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Bergen"}' },
    { type: 'finish', finishReason: { unified: 'tool-calls' }, usage },
  ],
  [
    { type: 'text-start', id: 't1' },
    { type: 'text-delta', id: 't1', delta: 'Take an umbrella.' },
    { type: 'text-end', id: 't1' },
    { type: 'finish', finishReason: { unified: 'stop' }, usage },
  ],
];
// In its place a model of a provider: `openai('…')`, `anthropic('…')`.
const model = new MockLanguageModelV4({
  doStream: async ({ prompt }) => ({
    stream: simulateReadableStream({ chunks: turns[prompt.at(-1).role === 'tool' ? 1 : 0] }),
  }),
});
const agent = new ToolLoopAgent({ model, tools: { weather } });

export async function answer(request, response) {
  const { messages } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  await pipeAgentUIStreamToResponse({ agent, uiMessages: messages, response });
}
