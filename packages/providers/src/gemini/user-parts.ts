import type { CompletionMessage, CompletionPart, ContentPart } from '@toolthread/core';
import { textOf } from '@toolthread/core';
import { wellFormed } from '../wire/well-formed.ts';
import { wireId } from '../wire/wire-id.ts';
import { wireName } from '../wire/wire-name.ts';
import { contentPart, responseMedia, textPart } from './content-part.ts';
import { ID_RULE, NAME_RULE } from './rules.ts';
import type { Part } from './rules.ts';

type ResultPart = Extract<CompletionPart, { type: 'result' }>;

/**
 * The responses first, in the order of the calls and under their names; then media that they cannot hold; then what was said.
 */
export function userParts(message: CompletionMessage, names: readonly string[], takesMedia: boolean): readonly Part[] {
  const responses: Part[] = [];
  const shown: Part[] = [];
  const said: Part[] = [];
  for (const part of message.parts) {
    switch (part.type) {
      case 'result': {
        const inside = (content: ContentPart): boolean => takesMedia && responseMedia(content) !== undefined;
        responses.push(responsePart(part, names[responses.length] ?? part.name, part.parts.filter(inside)));
        const outside = part.parts.filter((content) => content.type !== 'text' && !inside(content));
        for (const content of outside) push(shown, contentPart(content));
        break;
      }
      case 'text':
      case 'refusal':
        push(said, textPart(part.text));
        break;
      case 'content':
        push(said, contentPart(part.content));
        break;
      case 'call':
      case 'reasoning':
      case 'opaque':
        break;
      default:
        part satisfies never;
    }
  }
  return [...responses, ...shown, ...said];
}

export function isResponse(part: Part): boolean {
  return part['functionResponse'] !== undefined;
}

function responsePart(part: ResultPart, name: string, media: readonly ContentPart[]): Part {
  const text = wellFormed(textOf(part.parts));
  const parts = media.map(responseMedia).filter((content) => content !== undefined);
  return {
    functionResponse: {
      id: wireId(part.callId, ID_RULE),
      name: wireName(name, NAME_RULE),
      response: part.isError ? { error: text } : { output: text },
      ...(parts.length === 0 ? {} : { parts }),
    },
  };
}

function push(parts: Part[], part: Part | undefined): void {
  if (part !== undefined) parts.push(part);
}
