import type { CompletionMessage } from '@toolthread/core/context';
import { NO_MODEL } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { systemText } from '../../wire/text/system-text.ts';
import { encodeAssistant } from './encode-assistant.ts';
import { encodeUser, questionsIn } from './encode-user.ts';
import type { Questions } from './encode-user.ts';
import type { Item } from '../item.ts';

const NOTHING_ASKED: Questions = new Map();

/** The messages of a thread as items. The service refuses an item that comes twice: a turn that repeats one goes without its ids. */
export function itemsOf(messages: readonly CompletionMessage[], target: ModelId): readonly Item[] {
  const sent = new Set<string>();
  let questions = NOTHING_ASKED;
  return messages.flatMap((message): readonly Item[] => {
    switch (message.role) {
      case 'system':
        return developerItems(systemText(message));
      case 'user': {
        const items = encodeUser(message, questions);
        questions = NOTHING_ASKED;
        return items;
      }
      case 'assistant': {
        const items = encodeAssistant(message, target);
        const ids = idsOf(items);
        const isNew = new Set(ids).size === ids.length && !ids.some((id) => sent.has(id));
        questions = isNew ? questionsIn(message, target) : NOTHING_ASKED;
        for (const id of ids) sent.add(id);
        return isNew ? items : encodeAssistant(message, NO_MODEL);
      }
      default:
        return message.role satisfies never;
    }
  });
}

function developerItems(text: string): readonly Item[] {
  return text === '' ? [] : [{ type: 'message', role: 'developer', content: [{ type: 'input_text', text }] }];
}

function idsOf(items: readonly Item[]): string[] {
  return items.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}
