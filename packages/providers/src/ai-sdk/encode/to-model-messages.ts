import type { CompletionMessage } from '@toolthread/core/context';
import type { ModelMessage } from 'ai';
import { systemText } from '../../wire/text/system-text.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { paired } from '../../wire/encode/paired.ts';
import { assistantMessages } from './assistant-messages.ts';
import { userMessages } from './user-messages.ts';
import { RULES } from '../rules.ts';

/**
 * Messages as the AI SDK (6 or 7) takes them. `provider` and `model` say who reads them: only what they made themselves goes back
 * with signatures and the like, as `providerOptions`. Messages of the system stay in their place, which version 7 must be told to
 * allow.
 *
 * `streamText({ model, messages: toModelMessages(manager.messages) })`
 */
export function toModelMessages(
  messages: readonly CompletionMessage[],
  reader: { readonly provider?: string; readonly model?: string } = {},
): ModelMessage[] {
  const target: ModelId = { provider: reader.provider ?? RULES.provider, api: RULES.api, model: reader.model ?? '' };
  let before: CompletionMessage | undefined;
  const out: ModelMessage[] = [];
  for (const message of paired(messages)) {
    switch (message.role) {
      case 'system': {
        const text = systemText(message);
        if (text !== '') out.push({ role: 'system', content: text });
        break;
      }
      case 'user':
        out.push(...userMessages(message, before, target));
        break;
      case 'assistant':
        out.push(...assistantMessages(message, target));
        break;
      default:
        message.role satisfies never;
    }
    before = message;
  }
  return out;
}
