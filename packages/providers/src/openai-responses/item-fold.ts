import type { CompletionMessage } from '@toolthread/core';
import { systemText } from '../wire/system-text.ts';
import { NOBODY } from '../wire/maker.ts';
import type { Maker } from '../wire/maker.ts';
import { resumable } from '../wire/resume.ts';
import type { ThreadFold } from '../wire/resume.ts';
import { encodeAssistant } from './encode-assistant.ts';
import { encodeUser, questionsIn } from './encode-user.ts';
import type { Questions } from './encode-user.ts';
import type { Item } from './rules.ts';

/** The messages of a thread as items. What was sent once is not encoded again: the next turn costs what is new. */
export function itemsOf(messages: readonly CompletionMessage[], maker: Maker): readonly Item[] {
  return threadFold(messages, maker).closedBy(messages);
}

interface Encoded {
  readonly items: readonly Item[];
  /** How its calls want to be answered. */
  readonly questions: Questions;
}

const NOTHING_ASKED: Questions = new Map();

class ItemFold implements ThreadFold {
  readonly taken: CompletionMessage[] = [];
  readonly #sent: Item[] = [];
  readonly #ids = new Set<string>();
  readonly #maker: Maker;
  #questions: Questions = NOTHING_ASKED;

  constructor(maker: Maker) {
    this.#maker = maker;
  }

  take(message: CompletionMessage): boolean {
    const { items, questions } = this.#encode(message);
    this.taken.push(message);
    for (const item of items) this.#sent.push(item);
    this.#questions = questions;
    for (const id of idsOf(items)) this.#ids.add(id);
    return true;
  }

  closedBy(messages: readonly CompletionMessage[]): readonly Item[] {
    const last = messages.at(-1);
    return last === undefined ? [] : this.#sent.concat(this.#encode(last).items);
  }

  #encode(message: CompletionMessage): Encoded {
    switch (message.role) {
      case 'system': {
        const text = systemText(message);
        const content = [{ type: 'input_text', text }];
        const items: Item[] = text === '' ? [] : [{ type: 'message', role: 'developer', content }];
        return { items, questions: this.#questions };
      }
      case 'user':
        return { items: encodeUser(message, this.#questions), questions: NOTHING_ASKED };
      case 'assistant':
        return this.#turn(message);
      default:
        return message.role satisfies never;
    }
  }

  /** An item may be sent once: a turn that repeats one goes plain. */
  #turn(message: CompletionMessage): Encoded {
    const items = encodeAssistant(message, this.#maker);
    const ids = idsOf(items);
    const isNew = new Set(ids).size === ids.length && !ids.some((id) => this.#ids.has(id));
    if (isNew) return { items, questions: questionsIn(message, this.#maker) };
    return { items: encodeAssistant(message, NOBODY), questions: NOTHING_ASKED };
  }
}

function idsOf(items: readonly Item[]): string[] {
  return items.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

const threadFold = resumable((maker) => new ItemFold(maker));
