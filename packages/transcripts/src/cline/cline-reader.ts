/** Cline's tasks and those of its descendants: what the model was told, or what the screen showed. */
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { anthropicLikeness } from '../anthropic/anthropic-reader.ts';
import { blocksOf } from '../anthropic/tell-block.ts';
import { firstMessages } from '../message-list/messages-in.ts';
import { MessageListReader } from '../message-list/message-list-reader.ts';
import type { FormatReader } from '../transcript/format-reader.ts';
import { ApiHistory } from './api-history.ts';
import { UiMessages } from './ui-messages.ts';

export const clineReader: FormatReader = {
  format: 'cline',
  shape: 'document',
  detect({ values: first, path }) {
    const messages = firstMessages(first);
    const all = messages.map((one) => fieldsOf(one));
    if (all.length > 0 && all.every(isUiMessage)) return 1;
    if (anthropicLikeness(messages) === 0) return 0;
    const isNamed = path !== undefined && /(api_conversation_history|\.messages)\.json$/.test(path);
    return isNamed || all.some(hasDetails) ? 0.99 : 0;
  },
  open: (ledger) =>
    new MessageListReader(ledger, 'cline', (thread) => {
      const api = new ApiHistory(thread);
      const ui = new UiMessages(thread);
      return {
        tell: (value) => (isUiMessage(fieldsOf(value)) ? ui.tell(fieldsOf(value)) : api.tell(fieldsOf(value))),
        end: () => ui.end(),
      };
    }),
};

function isUiMessage(message: JsonFields): boolean {
  return typeof message['ts'] === 'number' && (message['type'] === 'ask' || message['type'] === 'say');
}

/** What the program adds to every message of a person. */
function hasDetails({ role, content }: JsonFields): boolean {
  if (role !== 'user') return false;
  return blocksOf(content).some((block) => /^<(task|environment_details)>/.test(textOf(block['text']) ?? ''));
}
