import type { CompletionMessage } from '@toolthread/core/context';
import type { ModelMessage } from 'ai';
import { systemText } from '../../wire/text/system-text.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { asCalls } from '../../wire/encode/as-calls.ts';
import { paired } from '../../wire/encode/paired.ts';
import { assistantMessages } from './assistant-messages.ts';
import { userMessages } from './user-messages.ts';
import { RULES } from '../rules.ts';

/**
 * Messages as the AI SDK (6 or 7) takes them. `provider` and `model` name the model that will read them: signatures and the
 * like go back only to the model that made them, as `providerOptions`. System messages stay in their place; version 7 has to be
 * told to allow that.
 *
 * @example
 * import { completionMessage } from '@toolthread/core/context';
 * const messages = [completionMessage('user', [{ type: 'text', text: 'Hello' }], 'user')];
 * toModelMessages(messages).map(({ role }) => role); //=> ['user']
 */
export function toModelMessages(
  messages: readonly CompletionMessage[],
  reader: { readonly provider?: string; readonly model?: string } = {},
): ModelMessage[] {
  const target: ModelId = { provider: reader.provider ?? RULES.provider, api: RULES.api, model: reader.model ?? '' };
  let before: CompletionMessage | undefined;
  const out: ModelMessage[] = [];
  for (const message of asCalls(paired(messages), target)) {
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
