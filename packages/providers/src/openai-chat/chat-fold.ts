import type { CompletionMessage } from '@toolthread/core';
import type { Maker } from '../wire/maker.ts';
import { resumable } from '../wire/resume.ts';
import type { ThreadFold } from '../wire/resume.ts';
import type { ChatMessage } from './chat-body.ts';
import { PROFILES } from './compat.ts';
import type { Compat, Profile } from './compat.ts';
import { encodeAssistant } from './encode-assistant.ts';
import { encodeUser } from './encode-user.ts';
import { systemText } from '../wire/system-text.ts';

/** The messages of a thread as they are sent. What was sent once is not encoded again: the next turn costs what is new. */
export function chatMessages(
  messages: readonly CompletionMessage[],
  compat: Compat,
  maker: Maker,
): readonly ChatMessage[] {
  return FOLDS[compat](messages, maker).closedBy(messages);
}

class ChatFold implements ThreadFold {
  readonly taken: CompletionMessage[] = [];
  readonly #sent: ChatMessage[] = [];
  readonly #profile: Profile;
  readonly #maker: Maker;

  constructor(profile: Profile, maker: Maker) {
    this.#profile = profile;
    this.#maker = maker;
  }

  take(message: CompletionMessage): boolean {
    this.taken.push(message);
    for (const sent of encodeMessage(message, this.#profile, this.#maker)) this.#sent.push(sent);
    return true;
  }

  closedBy(messages: readonly CompletionMessage[]): readonly ChatMessage[] {
    const last = messages.at(-1);
    return last === undefined ? [] : this.#sent.concat(encodeMessage(last, this.#profile, this.#maker));
  }
}

const foldFor = (profile: Profile): ReturnType<typeof resumable<ChatFold>> =>
  resumable((maker) => new ChatFold(profile, maker));

const FOLDS: Readonly<Record<Compat, ReturnType<typeof foldFor>>> = {
  openai: foldFor(PROFILES.openai),
  compatible: foldFor(PROFILES.compatible),
  deepseek: foldFor(PROFILES.deepseek),
  mistral: foldFor(PROFILES.mistral),
};

function encodeMessage(message: CompletionMessage, profile: Profile, maker: Maker): ChatMessage[] {
  switch (message.role) {
    case 'system': {
      const text = systemText(message);
      return text === '' ? [] : [{ role: 'system', content: text }];
    }
    case 'user':
      return encodeUser(message, profile);
    case 'assistant':
      return encodeAssistant(message, profile, maker);
    default:
      return message.role satisfies never;
  }
}
