import type { CompletionMessage } from '@toolthread/core';
import { systemText } from '../openai-chat/system-text.ts';
import type { Maker } from '../wire/maker.ts';
import { resumable } from '../wire/resume.ts';
import type { ThreadFold } from '../wire/resume.ts';
import { encodeAssistant } from './encode-assistant.ts';
import { encodeUser, questionsIn } from './encode-user.ts';
import type { Questions } from './encode-user.ts';
import { API } from './rules.ts';
import type { Item } from './rules.ts';

/** The messages of a thread as items. What was sent once is not encoded again: the next turn costs what is new. */
export function itemsOf(
  messages: readonly CompletionMessage[],
  { provider, model }: { readonly provider: string; readonly model: string },
): readonly Item[] {
  return threadFold(messages, `${provider}\n${model}`).closedBy(messages);
}

class ItemFold implements ThreadFold {
  readonly taken: CompletionMessage[] = [];
  readonly #sent: Item[] = [];
  readonly #maker: Maker;
  /** How the calls of the last turn want to be answered. */
  #questions: Questions = new Map();

  constructor(maker: Maker) {
    this.#maker = maker;
  }

  take(message: CompletionMessage): boolean {
    this.taken.push(message);
    this.#sent.push(...this.#encode(message));
    if (message.role === 'assistant') this.#questions = questionsIn(message, this.#maker);
    return true;
  }

  closedBy(messages: readonly CompletionMessage[]): readonly Item[] {
    const last = messages.at(-1);
    return last === undefined ? [] : this.#sent.concat(this.#encode(last));
  }

  #encode(message: CompletionMessage): readonly Item[] {
    switch (message.role) {
      case 'system': {
        const text = systemText(message);
        return text === '' ? [] : [{ type: 'message', role: 'developer', content: [{ type: 'input_text', text }] }];
      }
      case 'user':
        return encodeUser(message, this.#questions);
      case 'assistant':
        return encodeAssistant(message, this.#maker);
      default:
        return message.role satisfies never;
    }
  }
}

const threadFold = resumable((variant) => {
  const [provider = '', model = ''] = variant.split('\n');
  return new ItemFold({ provider, api: API, model });
});
