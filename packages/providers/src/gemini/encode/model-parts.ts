import type { CompletionMessage, CallPart, CompletionPart } from '@toolthread/core/context';
import { textOf } from '@toolthread/core/json';
import { argumentsObject } from '../../wire/encode/arguments-object.ts';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { serverCallText } from '../../wire/text/server-call-text.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import { contentPart, textPart } from './content-part.ts';
import { FOREIGN_CALL, isNew, serverPart } from './part.ts';
import type { Part } from './part.ts';
import { RULES } from '../rules.ts';

/** The parts of the model's turn. Signatures go back on the parts they came on, also on an empty text. */
export function modelParts(message: CompletionMessage, target: ModelId): readonly Part[] {
  const parts = message.parts.map((part) => modelPart(part, message, target)).filter((part) => part !== undefined);
  const first = parts.findIndex((part) => part['functionCall'] !== undefined);
  return parts.map((part, index) =>
    index === first && part['thoughtSignature'] === undefined && isNew(target.model)
      ? { ...part, thoughtSignature: FOREIGN_CALL }
      : part,
  );
}

function modelPart(part: CompletionPart, message: CompletionMessage, target: ModelId): Part | undefined {
  switch (part.type) {
    case 'text':
      return signed(textPart(part.text), { text: '' }, part, target);
    case 'reasoning': {
      const thought = signed(undefined, { text: part.text.toWellFormed() }, part, target);
      return thought === undefined ? undefined : { ...thought, thought: true };
    }
    case 'refusal':
      return textPart(part.text);
    case 'call':
      if (part.runs === 'here') return signed(callPart(part), {}, part, target);
      return serverPart(ownData(part.blob, target)) ?? textPart(serverCallText(part, message));
    case 'result':
    case 'opaque':
      return serverPart(ownData(part.blob, target));
    case 'content':
      // A reference is for the reader: the text that cites it is the model's.
      if (part.content.type === 'reference') return undefined;
      return signed(contentPart(part.content), { text: '' }, part, target);
    default:
      return part satisfies never;
  }
}

function callPart(part: CallPart): Part {
  const name = wireName(part.name, RULES.names);
  return { functionCall: { id: wireId(part.id, RULES.ids), name, args: argumentsObject(part.arguments) } };
}

/** The part with its signature. If only the signature is left, the empty part with it. */
function signed(part: Part | undefined, empty: Part, from: CompletionPart, target: ModelId): Part | undefined {
  const signature = textOf(ownData(from.blob, target)?.['thoughtSignature']);
  if (signature === undefined || !/^[A-Za-z0-9+/_-][A-Za-z0-9+/_-]*={0,2}$/.test(signature)) return part;
  return { ...(part ?? empty), thoughtSignature: signature };
}
