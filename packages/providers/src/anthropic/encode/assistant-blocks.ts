import type { CompletionMessage, CallPart, CompletionPart } from '@toolthread/core/context';
import { listOf, textOf } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { contentPart } from '@toolthread/core/unified';
import { argumentsObject } from '../../wire/encode/arguments-object.ts';
import { generatedText } from '../../wire/text/generated-text.ts';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import { callsLast } from './calls-last.ts';
import { blockOf, callExtras, callerOf, serverResult } from './server-facts.ts';
import type { Live } from './server-facts.ts';
import { serverCallText } from '../../wire/text/server-call-text.ts';
import { RULES } from '../rules.ts';
import { isBlank, isThinking } from './block.ts';
import type { Block } from './block.ts';

/** The blocks of the model's turn, unchanged if the target made it. `live`: what the provider ran and takes back. */
export function assistantBlocks(message: CompletionMessage, target: ModelId, live: Live): readonly Block[] {
  const blocks: Block[] = [];
  for (const [at, part] of message.parts.entries()) {
    const block = assistantBlock(part, at, message, target, live);
    if (block !== undefined) blocks.push(block);
  }
  return callsLast(withoutBlanks(blocks));
}

function assistantBlock(
  part: CompletionPart,
  at: number,
  message: CompletionMessage,
  target: ModelId,
  live: Live,
): Block | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text.toWellFormed(), ...citations(part, target) };
    case 'refusal':
      return { type: 'text', text: part.text.toWellFormed() };
    case 'reasoning':
      return thinkingBlock(part, target);
    case 'call':
      return part.runs === 'here' ? callBlock(part, target, live) : serverCallBlock(part, message, target, live);
    case 'result':
    case 'opaque':
      return givenBlock(part, target, live.results.has(at));
    case 'content': {
      const text = generatedText(part.content);
      return text === undefined ? undefined : { type: 'text', text };
    }
    default:
      return part satisfies never;
  }
}

function citations(part: CompletionPart, target: ModelId): JsonObject {
  const cited = ownData(part.blob, target)?.['citations'];
  return cited === undefined || listOf(cited).length === 0 ? {} : { citations: cited };
}

/** The provider refuses thinking that is unsigned, damaged or from another model: it is left out. */
function thinkingBlock(part: Extract<CompletionPart, { type: 'reasoning' }>, target: ModelId): Block | undefined {
  const data = ownData(part.blob, target);
  if (data === undefined || part.text.toWellFormed() !== part.text) return undefined;
  if (data['type'] === 'redacted_thinking') {
    const hidden = textOf(data['data']) ?? '';
    return hidden === '' ? undefined : { type: 'redacted_thinking', data: hidden };
  }
  const signature = textOf(data['signature']);
  if (signature === undefined || signature === '') return undefined;
  return { type: 'thinking', thinking: part.text, signature };
}

function callBlock(part: CallPart, target: ModelId, live: Live): Block {
  const { caller } = callExtras(part, target);
  const from = callerOf(part, target);
  const isKnown = caller !== undefined && (from === undefined || live.calls.has(from));
  return {
    type: 'tool_use',
    id: wireId(part.id, RULES.ids),
    name: wireName(part.name, RULES.names),
    input: argumentsObject(part.arguments),
    ...(isKnown ? { caller } : {}),
  };
}

function serverCallBlock(part: CallPart, message: CompletionMessage, target: ModelId, live: Live): Block | undefined {
  if (!live.calls.has(part.id)) return { type: 'text', text: serverCallText(part, message) };
  const { type, caller, server_name: server } = callExtras(part, target);
  const kind = textOf(type)?.endsWith('_tool_use') === true ? textOf(type) : undefined;
  return {
    type: kind ?? 'server_tool_use',
    id: part.id,
    name: part.name,
    input: argumentsObject(part.arguments),
    ...(caller === undefined ? {} : { caller }),
    ...(server === undefined ? {} : { server_name: server }),
  };
}

/** A block unchanged from the blob, if the provider takes it back; else its words. Blocks that must come in pairs, or have a part of their own, are not taken from blobs. */
function givenBlock(part: CompletionPart, target: ModelId, isLive: boolean): Block | undefined {
  const result = serverResult(part, target);
  if (result !== undefined) return isLive ? result.block : undefined;
  const block = part.type === 'opaque' ? blockOf(ownData(part.blob, target)) : undefined;
  if (block === undefined || OF_OTHER_PARTS.test(block.type)) return undefined;
  if (block.type === 'compaction') return block;
  const text = generatedText(contentPart(block));
  return text === undefined ? undefined : { type: 'text', text };
}

const OF_OTHER_PARTS = /^(text|thinking|redacted_thinking|tool_use|server_tool_use|mcp_tool_use|\w*tool_result)$/;

/** The provider refuses blank texts. But one between two blocks of thinking stays: the signatures cover it. */
function withoutBlanks(blocks: readonly Block[]): readonly Block[] {
  const kept: Block[] = [];
  let blank: Block | undefined;
  for (const block of blocks) {
    if (isBlank(block)) {
      blank ??= block;
      continue;
    }
    const before = kept.at(-1);
    if (blank !== undefined && before !== undefined && isThinking(before) && isThinking(block)) {
      kept.push(blank['text'] === '' ? { ...blank, text: ' ' } : blank);
    }
    blank = undefined;
    kept.push(block);
  }
  return kept;
}
