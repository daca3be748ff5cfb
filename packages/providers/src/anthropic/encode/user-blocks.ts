import { onlyText } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { isFields, isJsonObject, listOf } from '@toolthread/core/json';
import { ownData } from '../../wire/encode/model-id.ts';
import type { Maker } from '../../wire/encode/model-id.ts';
import { userTurn } from '../../wire/encode/user-turn.ts';
import { wellFormed } from '../../wire/text/well-formed.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { contentBlock } from './content-block.ts';
import { ID_RULE } from '../rules.ts';
import type { Block } from '../rules.ts';

type ResultPart = Extract<CompletionPart, { type: 'result' }>;

/** `carried` is what the assistant before could not hold: the provider takes pictures from people only. */
export function userBlocks(message: CompletionMessage, maker: Maker, carried: readonly Block[]): readonly Block[] {
  const { answers, pieces } = userTurn(message, {
    answer: (result) => ({ answer: resultBlock(result, maker), moved: result.isError ? thingsIn(result) : [] }),
    piece: contentBlock,
  });
  return [...answers, ...carried, ...pieces];
}

/** Pictures and documents that the assistant made, with whatever model. */
export function carriedFrom(before: CompletionMessage | undefined): readonly Block[] {
  if (before?.role !== 'assistant') return NOTHING;
  const things = before.parts.flatMap((part) => (part.type === 'content' ? (contentBlock(part.content) ?? []) : []));
  return things.filter(({ type }) => type !== 'text');
}

const NOTHING: readonly Block[] = [];

function resultBlock(part: ResultPart, maker: Maker): Block {
  const head = { type: 'tool_result', tool_use_id: wireId(part.callId, ID_RULE) };
  if (part.isError) {
    const text = wellFormed(onlyText(part.parts));
    return { ...head, content: text.trim() === '' ? 'The tool failed without a word.' : text, is_error: true };
  }
  const own = ownContent(part, maker);
  if (own !== undefined) return { ...head, content: own };
  if (part.parts.every(({ type }) => type === 'text')) {
    const text = wellFormed(onlyText(part.parts));
    return text.trim() === '' ? head : { ...head, content: text };
  }
  return { ...head, content: part.parts.map(contentBlock).filter((block) => block !== undefined) };
}

/** Content in the provider's own words, such as search results that it can cite. */
function ownContent(part: ResultPart, maker: Maker): Block[] | undefined {
  const data = ownData(part.blob, maker);
  if (data === undefined || !isJsonObject(data)) return undefined;
  const blocks = listOf(data['content']).filter(isBlock);
  return blocks.length === 0 ? undefined : blocks;
}

function isBlock(value: unknown): value is Block {
  return isFields(value) && typeof value['type'] === 'string';
}

/** A result that is an error may hold words only. */
function thingsIn(part: ResultPart): Block[] {
  return part.parts.flatMap((content) => (content.type === 'text' ? [] : (contentBlock(content) ?? [])));
}
