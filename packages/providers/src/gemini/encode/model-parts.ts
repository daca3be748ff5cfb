import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { isJsonObject, textOf } from '@toolthread/core/json';
import { argumentsObject } from '../../wire/encode/arguments-object.ts';
import { ownData } from '../../wire/encode/model-id.ts';
import type { Maker } from '../../wire/encode/model-id.ts';
import { serverWords } from '../../wire/text/server-call-text.ts';
import { wellFormed } from '../../wire/text/well-formed.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import { contentPart, textPart } from './content-part.ts';
import { FOREIGN_CALL, ID_RULE, isNew, NAME_RULE, serverPart } from '../rules.ts';
import type { Part } from '../rules.ts';

/** What the model said. Signatures go back to their maker where they were: also on a text without words. */
export function modelParts(message: CompletionMessage, maker: Maker): readonly Part[] {
  const parts = message.parts.map((part) => modelPart(part, message, maker)).filter((part) => part !== undefined);
  const first = parts.findIndex((part) => part['functionCall'] !== undefined);
  return parts.map((part, index) =>
    index === first && part['thoughtSignature'] === undefined && isNew(maker.model)
      ? { ...part, thoughtSignature: FOREIGN_CALL }
      : part,
  );
}

function modelPart(part: CompletionPart, message: CompletionMessage, maker: Maker): Part | undefined {
  switch (part.type) {
    case 'text':
      return signed(textPart(part.text), { text: '' }, part, maker);
    case 'reasoning': {
      const thought = signed(undefined, { text: wellFormed(part.text) }, part, maker);
      return thought === undefined ? undefined : { ...thought, thought: true };
    }
    case 'refusal':
      return textPart(part.text);
    case 'call':
      if (part.runs === 'here') return signed(callPart(part), {}, part, maker);
      return serverPart(ownData(part.blob, maker)) ?? textPart(serverWords(part, message));
    case 'result':
    case 'opaque':
      return serverPart(ownData(part.blob, maker));
    case 'content':
      // A reference stands beside the words that cite it; it is for the reader.
      if (part.content.type === 'reference') return undefined;
      return signed(contentPart(part.content), { text: '' }, part, maker);
    default:
      return part satisfies never;
  }
}

function callPart(part: Extract<CompletionPart, { type: 'call' }>): Part {
  const name = wireName(part.name, NAME_RULE);
  return { functionCall: { id: wireId(part.id, ID_RULE), name, args: argumentsObject(part.arguments) } };
}

/** The part with its own signature; where only the signature is left to say, the empty part that carries it. */
function signed(part: Part | undefined, empty: Part, from: CompletionPart, maker: Maker): Part | undefined {
  const data = ownData(from.blob, maker);
  const signature = data === undefined || !isJsonObject(data) ? undefined : textOf(data['thoughtSignature']);
  if (signature === undefined || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(signature)) return part;
  return { ...(part ?? empty), thoughtSignature: signature };
}
