import type { CompletionMessage, CallPart, CompletionPart } from '@toolthread/core/context';
import { textOf } from '@toolthread/core/json';
import type { AssistantModelMessage, ModelMessage, TextPart, ToolCallPart } from 'ai';
import { argumentsObject } from '../../wire/encode/arguments-object.ts';
import { generatedText } from '../../wire/text/generated-text.ts';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { serverCallText } from '../../wire/text/server-call-text.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import { approvalOf, isProvidersOwn, optionsOf } from './options-of.ts';
import { RULES } from '../rules.ts';

type AssistantPiece = Exclude<AssistantModelMessage['content'], string>[number];

/** The model's turn as one message; none, if nothing of it can be sent. */
export function assistantMessages(message: CompletionMessage, target: ModelId): ModelMessage[] {
  const turn: AssistantPiece[] = [];
  const given = resultsOfProvider(message, target);
  for (const part of message.parts) {
    switch (part.type) {
      case 'text':
      case 'refusal':
        turn.push({ type: 'text', text: part.text.toWellFormed(), ...optionsOf(part, target) });
        break;
      case 'reasoning':
        // The reasoning of another model, or unsigned: the provider would refuse it.
        if (ownData(part.blob, target) === undefined) break;
        turn.push({ type: 'reasoning', text: part.text.toWellFormed(), ...optionsOf(part, target) });
        break;
      case 'call':
        if (part.runs === 'here') ask(turn, part, target);
        else ran(turn, part, given.get(part.id), message, target);
        break;
      case 'result':
        break;
      case 'content':
        turn.push({ type: 'text', text: generatedText(part.content) ?? '' });
        break;
      case 'opaque': {
        const piece = opaquePiece(part, target);
        if (piece !== undefined) turn.push(piece);
        break;
      }
      default:
        part satisfies never;
    }
  }
  const content = turn.filter((piece) => piece.type !== 'text' || isWorthSending(piece));
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
}

/** A blank text is left out, unless the provider wants something back with it. */
function isWorthSending({ text, providerOptions }: TextPart): boolean {
  return text.trim() !== '' || providerOptions !== undefined;
}

function ask(turn: AssistantPiece[], call: CallPart, target: ModelId): void {
  const piece = callPiece(call, target);
  const approvalId = approvalOf(call, target);
  if (approvalId === undefined) {
    turn.push(piece);
    return;
  }
  turn.push({ ...piece, providerExecuted: true });
  turn.push({ type: 'tool-approval-request', approvalId, toolCallId: piece.toolCallId });
}

/** A call that the provider ran goes back with its result, both unchanged. Any other goes back as text. */
function ran(
  turn: AssistantPiece[],
  call: CallPart,
  given: CompletionPart | undefined,
  message: CompletionMessage,
  target: ModelId,
): void {
  const output = given === undefined ? undefined : ownData(given.blob, target)?.['output'];
  if (!isProvidersOwn(call, target) || given === undefined || output === undefined) {
    turn.push({ type: 'text', text: serverCallText(call, message) });
    return;
  }
  const piece = { ...callPiece(call, target), toolCallId: call.id };
  turn.push({ ...piece, providerExecuted: true });
  turn.push({
    type: 'tool-result',
    toolCallId: call.id,
    toolName: piece.toolName,
    output: { type: 'json', value: output },
    ...optionsOf(given, target),
  });
}

/** The provider's results by the ids of their calls. The first counts. */
function resultsOfProvider(message: CompletionMessage, target: ModelId): ReadonlyMap<string, CompletionPart> {
  const results = new Map<string, CompletionPart>();
  for (const part of message.parts) {
    const kept = part.type === 'opaque' || part.type === 'result' ? ownData(part.blob, target) : undefined;
    const id = kept?.['type'] === 'tool-result' ? textOf(kept['id']) : undefined;
    if (id !== undefined && !results.has(id)) results.set(id, part);
  }
  return results;
}

function callPiece(call: CallPart, target: ModelId): ToolCallPart {
  return {
    type: 'tool-call',
    toolCallId: wireId(call.id, RULES.ids),
    toolName: wireName(call.name, RULES.names),
    input: argumentsObject(call.arguments),
    ...optionsOf(call, target),
  };
}

/** Parts that only version 7 of the SDK has. They go back only to the model that made them. */
function opaquePiece(part: CompletionPart, target: ModelId): AssistantPiece | undefined {
  const kept = ownData(part.blob, target);
  const [provider, ...rest] = (textOf(kept?.['kind']) ?? '').split('.');
  if (kept?.['type'] === 'custom' && provider !== undefined && rest.length > 0) {
    return { type: 'custom', kind: `${provider}.${rest.join('.')}`, ...optionsOf(part, target) };
  }
  const data = textOf(kept?.['base64']);
  const mediaType = textOf(kept?.['mediaType']);
  if (kept?.['type'] !== 'reasoning-file' || data === undefined || mediaType === undefined) return undefined;
  return { type: 'reasoning-file', data, mediaType, ...optionsOf(part, target) };
}
