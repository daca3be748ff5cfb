import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { textOf } from '@toolthread/core/json';
import type { ModelMessage, ToolCallPart } from 'ai';
import { argumentsObject } from '../../wire/encode/arguments-object.ts';
import { madeWords } from '../../wire/text/generated-text.ts';
import type { Maker } from '../../wire/encode/model-id.ts';
import { serverWords } from '../../wire/text/server-call-text.ts';
import { wellFormed } from '../../wire/text/well-formed.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import { AssistantTurn } from './assistant-turn.ts';
import type { AssistantPiece } from './assistant-turn.ts';
import { approvalOf, keptOf, optionsOf, runnerOf } from './kept-of.ts';
import { ID_RULE, NAME_RULE } from '../rules.ts';
import { toolResult } from './tool-result.ts';

type CallPart = Extract<CompletionPart, { type: 'call' }>;

/** The model's turn; several messages, where the SDK itself ran tools in the middle of it. */
export function assistantMessages(message: CompletionMessage, maker: Maker): ModelMessage[] {
  const turn = new AssistantTurn();
  const ranBySdk = callsOfSdk(message, maker);
  const given = resultsOfProvider(message, maker);
  for (const part of message.parts) {
    switch (part.type) {
      case 'text':
      case 'refusal':
        turn.say({ type: 'text', text: wellFormed(part.text), ...optionsOf(part, maker) });
        break;
      case 'reasoning':
        // Another's, or unsigned: of no use to this reader.
        if (keptOf(part, maker) === undefined) break;
        turn.say({ type: 'reasoning', text: wellFormed(part.text), ...optionsOf(part, maker) });
        break;
      case 'call':
        if (part.runs === 'here') ask(turn, part, maker);
        else if (ranBySdk.has(part.id)) turn.call(callPiece(part, maker));
        else ran(turn, part, given.get(part.id), message, maker);
        break;
      case 'result':
        if (ranBySdk.has(part.callId)) turn.answer(toolResult(part));
        break;
      case 'content':
        turn.say({ type: 'text', text: madeWords(part.content) ?? '' });
        break;
      case 'opaque': {
        const piece = opaquePiece(part, maker);
        if (piece !== undefined) turn.say(piece);
        break;
      }
      default:
        part satisfies never;
    }
  }
  return turn.messages();
}

/** Those that have a result here; without one they could not go back as calls. */
function callsOfSdk(message: CompletionMessage, maker: Maker): ReadonlySet<string> {
  const answered = new Set(message.parts.flatMap((part) => (part.type === 'result' ? [part.callId] : [])));
  const calls = message.parts.filter((part) => part.type === 'call').filter(({ runs }) => runs === 'provider');
  return new Set(
    calls.filter((call) => runnerOf(call, maker) === 'sdk').flatMap(({ id }) => (answered.has(id) ? [id] : [])),
  );
}

function ask(turn: AssistantTurn, call: CallPart, maker: Maker): void {
  const piece = callPiece(call, maker);
  const approvalId = approvalOf(call, maker);
  if (approvalId === undefined) {
    turn.ask(piece);
    return;
  }
  turn.ask({ ...piece, providerExecuted: true });
  turn.ask({ type: 'tool-approval-request', approvalId, toolCallId: piece.toolCallId });
}

/** What the provider ran goes back with its result, as both were; anything else in words. */
function ran(
  turn: AssistantTurn,
  call: CallPart,
  given: CompletionPart | undefined,
  message: CompletionMessage,
  maker: Maker,
): void {
  const output = given === undefined ? undefined : keptOf(given, maker)?.['output'];
  if (runnerOf(call, maker) !== 'provider' || given === undefined || output === undefined) {
    turn.say({ type: 'text', text: serverWords(call, message) });
    return;
  }
  const piece = { ...callPiece(call, maker), toolCallId: call.id };
  turn.say({ ...piece, providerExecuted: true });
  turn.say({
    type: 'tool-result',
    toolCallId: call.id,
    toolName: piece.toolName,
    output: { type: 'json', value: output },
    ...optionsOf(given, maker),
  });
}

/** By the ids of their calls; of several for one call the first. */
function resultsOfProvider(message: CompletionMessage, maker: Maker): ReadonlyMap<string, CompletionPart> {
  const results = new Map<string, CompletionPart>();
  for (const part of message.parts) {
    const kept = part.type === 'opaque' || part.type === 'result' ? keptOf(part, maker) : undefined;
    const id = kept?.['type'] === 'tool-result' ? textOf(kept['id']) : undefined;
    if (id !== undefined && !results.has(id)) results.set(id, part);
  }
  return results;
}

function callPiece(call: CallPart, maker: Maker): ToolCallPart {
  return {
    type: 'tool-call',
    toolCallId: wireId(call.id, ID_RULE),
    toolName: wireName(call.name, NAME_RULE),
    input: argumentsObject(call.arguments),
    ...optionsOf(call, maker),
  };
}

/** What only version 7 knows, and only gets back if it gave it. */
function opaquePiece(part: CompletionPart, maker: Maker): AssistantPiece | undefined {
  const kept = keptOf(part, maker);
  const [provider, ...rest] = (textOf(kept?.['kind']) ?? '').split('.');
  if (kept?.['type'] === 'custom' && provider !== undefined && rest.length > 0) {
    return { type: 'custom', kind: `${provider}.${rest.join('.')}`, ...optionsOf(part, maker) };
  }
  const data = textOf(kept?.['base64']);
  const mediaType = textOf(kept?.['mediaType']);
  if (kept?.['type'] !== 'reasoning-file' || data === undefined || mediaType === undefined) return undefined;
  return { type: 'reasoning-file', data, mediaType, ...optionsOf(part, maker) };
}
