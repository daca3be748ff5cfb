import type { CompletionMessage } from '@toolthread/core/context';
import { toModelMessages } from '@toolthread/providers/ai-sdk';
import { encode as anthropic } from '@toolthread/providers/anthropic';
import { encode as gemini } from '@toolthread/providers/gemini';
import { encode as openaiChat } from '@toolthread/providers/openai-chat';
import { encode as openaiResponses } from '@toolthread/providers/openai-responses';

/** What each provider is sent, by its name. */
export const requestBodies: Readonly<Record<string, (messages: readonly CompletionMessage[]) => unknown>> = {
  anthropic: (messages) => anthropic({ model: 'm', messages, tools: [] }),
  gemini: (messages) => gemini({ model: 'gemini-3-pro', messages, tools: [] }),
  'openai-chat': (messages) => openaiChat({ model: 'm', messages, tools: [] }),
  'openai-responses': (messages) => openaiResponses({ model: 'm', messages, tools: [] }),
  'ai-sdk': (messages) => toModelMessages(messages),
};

/** The texts that a model reads in a body, in order. */
export function wordsOf(body: unknown): string[] {
  if (typeof body === 'string') return [body];
  if (typeof body !== 'object' || body === null) return [];
  return Object.values(body).flatMap(wordsOf);
}
