import type { CompletionMessage, ModelRequest } from '@toolthread/core/context';
import { encode as encodeAnthropic } from '@toolthread/providers/anthropic';
import { encode as encodeGemini } from '@toolthread/providers/gemini';
import { encode as encodeChat } from '@toolthread/providers/openai-chat';
import { encode as encodeResponses } from '@toolthread/providers/openai-responses';

const TOOLS = ['search_files', 'read_file', 'edit_file', 'run_shell_command'].map((name) => ({
  name,
  description: `Runs ${name}.`,
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}));

export type Encode = (messages: readonly CompletionMessage[]) => object;

function encoder(model: string, encode: (request: ModelRequest & { readonly model: string }) => object): Encode {
  return (messages) => encode({ model, system: 'You change code.', messages, tools: TOOLS });
}

export const ENCODERS: Readonly<Record<string, Encode>> = {
  anthropic: encoder('claude-opus-4-7', encodeAnthropic),
  'openai-chat': encoder('gpt-5', encodeChat),
  'openai-responses': encoder('gpt-5.5', encodeResponses),
  gemini: encoder('gemini-3-pro', encodeGemini),
};
