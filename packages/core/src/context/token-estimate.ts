/** Tokens without a tokenizer: the provider's last count, and a quarter of the characters of what came since. */
import type { Usage } from '../ledger/content.ts';
import type { CompletionMessage, CompletionPart } from './completion-message.ts';

const CHARACTERS_A_TOKEN = 4;
/** Providers charge images by area, not by their bytes. */
const TOKENS_AN_IMAGE = 1_600;
const TOKENS_A_MESSAGE = 4;

/** `estimateTokens(manager.messages)` */
export function estimateTokens(messages: readonly CompletionMessage[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

export function messageTokens(message: CompletionMessage): number {
  return message.parts.reduce((sum, part) => sum + partTokens(part), TOKENS_A_MESSAGE);
}

/** What a request and its answer took, all told: the size of the history after that answer. */
export function usedTokens(usage: Usage): number {
  const {
    input_tokens: input,
    output_tokens: output,
    cache_read_tokens: read = 0,
    cache_write_tokens: write = 0,
  } = usage;
  return input + output + read + write;
}

function partTokens(part: CompletionPart): number {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return tokens(part.text.length);
    case 'reasoning':
      return tokens(part.text.length) + blobTokens(part);
    case 'call':
      return tokens(part.name.length + part.arguments.length);
    case 'result':
      return part.parts.reduce((sum, content) => sum + contentTokens(content), TOKENS_A_MESSAGE);
    case 'content':
      return contentTokens(part.content);
    case 'opaque':
      return blobTokens(part);
    default:
      return part satisfies never;
  }
}

function contentTokens(content: Extract<CompletionPart, { type: 'content' }>['content']): number {
  switch (content.type) {
    case 'text':
      return tokens(content.text.length);
    case 'image':
      return TOKENS_AN_IMAGE;
    case 'file':
      return content.source.kind === 'base64' ? tokens(content.source.data.length) : TOKENS_AN_IMAGE;
    case 'reference':
      return tokens(content.name.length);
    default:
      return content satisfies never;
  }
}

function blobTokens(part: { readonly blob?: { readonly data: unknown } }): number {
  return part.blob === undefined ? 0 : tokens(JSON.stringify(part.blob.data)?.length ?? 0);
}

function tokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_A_TOKEN);
}
