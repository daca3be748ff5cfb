import type { CompletionMessage, CallPart } from '@toolthread/core/context';
import { serverCallText } from '../../wire/text/server-call-text.ts';
import { generatedText } from '../../wire/text/generated-text.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import { argumentsText } from '../../wire/encode/arguments-text.ts';
import type { AssistantMessage, ChatCall } from './chat-body.ts';
import type { Profile } from '../compat.ts';
import { OwnReasoning } from './own-reasoning.ts';
import { RULES } from '../rules.ts';

/** The model's turn as one message; none, if nothing of it can be sent. */
export function encodeAssistant(message: CompletionMessage, profile: Profile, target: ModelId): AssistantMessage[] {
  const words = new Words();
  const reasoning = new OwnReasoning(target);
  const calls: ChatCall[] = [];
  let refusal = '';
  for (const part of message.parts) {
    switch (part.type) {
      case 'text':
        words.say(part.text.toWellFormed());
        break;
      case 'refusal':
        if (profile.refusal === 'words') words.note(part.text.toWellFormed());
        else refusal += part.text.toWellFormed();
        break;
      case 'reasoning':
        reasoning.take(part);
        break;
      case 'call':
        if (part.runs === 'here') calls.push(chatCall(part, profile));
        else words.note(serverCallText(part, message));
        break;
      case 'content':
        words.note(generatedText(part.content) ?? '');
        break;
      case 'result':
      case 'opaque':
        break;
      default:
        part satisfies never;
    }
  }
  const text = words.text();
  if (text === '' && refusal.trim() === '' && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      content: reasoning.before(text, profile) ?? (text === '' && calls.length > 0 ? profile.noContent : text),
      ...(refusal.trim() === '' ? {} : { refusal }),
      ...reasoning.fields(profile),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

function chatCall(call: CallPart, profile: Profile): ChatCall {
  return {
    id: wireId(call.id, profile.ids),
    type: 'function',
    function: { name: wireName(call.name, RULES.names), arguments: argumentsText(call.arguments) },
  };
}

/** Joins a model's own texts without a gap, and notes with a blank line around them. */
class Words {
  #text = '';
  #apart = false;

  say(text: string): void {
    if (text === '') return;
    this.#text += this.#apart ? `\n\n${text}` : text;
    this.#apart = false;
  }

  note(text: string): void {
    if (text.trim() === '') return;
    this.#text += this.#text === '' ? text : `\n\n${text}`;
    this.#apart = true;
  }

  text(): string {
    return this.#text.trim() === '' ? '' : this.#text;
  }
}
