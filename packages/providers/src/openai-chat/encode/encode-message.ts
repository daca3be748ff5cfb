import type { CompletionMessage } from '@toolthread/core/context';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { systemText } from '../../wire/text/system-text.ts';
import type { ChatMessage } from './chat-body.ts';
import type { Profile } from '../compat.ts';
import { encodeAssistant } from './encode-assistant.ts';
import { encodeUser } from './encode-user.ts';

/** A message as it is sent: none where it says nothing, several where it holds results. */
export function encodeMessage(message: CompletionMessage, profile: Profile, target: ModelId): ChatMessage[] {
  switch (message.role) {
    case 'system': {
      const text = systemText(message);
      return text === '' ? [] : [{ role: 'system', content: text }];
    }
    case 'user':
      return encodeUser(message, profile);
    case 'assistant':
      return encodeAssistant(message, profile, target);
    default:
      return message.role satisfies never;
  }
}
