/**
 * The tokens that a model reads for these messages, written as OpenAI's published Harmony format writes them: the one format of
 * calls and results that is public. Its marks are one token each; everything else is counted by the tokenizer of the same models.
 */
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** `harmonyTokens(manager.messages)` */
export function harmonyTokens(messages: readonly CompletionMessage[]): number {
  return messages.flatMap(turnsOf).reduce((sum, { marks, texts }) => sum + marks + texts.reduce(plus, 0), 0);
}

interface Turn {
  readonly marks: number;
  readonly texts: readonly string[];
}

function plus(sum: number, text: string): number {
  return sum + countTokens(text);
}

function turnsOf(message: CompletionMessage): Turn[] {
  const said = message.content === '' ? [] : [sayingOf(message)];
  const used = message.parts.flatMap(useOf);
  return message.role === 'assistant' ? [...said, ...used] : [...used, ...said];
}

/** `<|start|>user<|message|>…<|end|>`, and `<|start|>assistant<|channel|>final<|message|>…<|end|>` */
function sayingOf({ role, content }: CompletionMessage): Turn {
  return role === 'assistant' ? { marks: 4, texts: [role, 'final', content] } : { marks: 3, texts: [role, content] };
}

function useOf(part: CompletionPart): Turn[] {
  switch (part.type) {
    case 'call':
      // `<|start|>assistant<|channel|>commentary to=functions.name <|constrain|>json<|message|>…<|call|>`
      return [{ marks: 5, texts: ['assistant', `commentary to=functions.${part.name} `, 'json', part.arguments] }];
    case 'result': {
      // `<|start|>functions.name to=assistant<|channel|>commentary<|message|>…<|end|>`
      const text = part.parts.map((content) => (content.type === 'text' ? content.text : '')).join('\n');
      const told = part.isError ? `Error: ${text}` : text;
      return [{ marks: 4, texts: [`functions.${part.name} to=assistant`, 'commentary', told] }];
    }
    case 'text':
    case 'reasoning':
    case 'content':
    case 'refusal':
    case 'opaque':
      return [];
    default:
      return part satisfies never;
  }
}
