import { onlyText } from '@toolthread/core/context';
import type { CompletionMessage, ResultPart } from '@toolthread/core/context';
import { isFields, listOf } from '@toolthread/core/json';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { userTurn } from '../../wire/encode/user-turn.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { contentBlock } from './content-block.ts';
import { RULES } from '../rules.ts';
import type { Block } from './block.ts';

/** `carried`: images and documents of the assistant's turn before. The provider takes them in user turns only. */
export function userBlocks(message: CompletionMessage, target: ModelId, carried: readonly Block[]): readonly Block[] {
  const { answers, pieces } = userTurn(message, {
    answer: (result) => ({ answer: resultBlock(result, target), moved: result.isError ? thingsIn(result) : [] }),
    piece: contentBlock,
  });
  return [...answers, ...carried, ...pieces];
}

/** Images and documents that the assistant made, with any model. */
export function carriedFrom(before: CompletionMessage | undefined): readonly Block[] {
  if (before?.role !== 'assistant') return NOTHING;
  const things = before.parts.flatMap((part) => (part.type === 'content' ? (contentBlock(part.content) ?? []) : []));
  return things.filter(({ type }) => type !== 'text');
}

const NOTHING: readonly Block[] = [];

function resultBlock(part: ResultPart, target: ModelId): Block {
  const head = { type: 'tool_result', tool_use_id: wireId(part.callId, RULES.ids) };
  if (part.isError) {
    const text = onlyText(part.parts).toWellFormed();
    return { ...head, content: text.trim() === '' ? 'The tool failed without a word.' : text, is_error: true };
  }
  const own = ownContent(part, target);
  if (own !== undefined) return { ...head, content: own };
  if (part.parts.every(({ type }) => type === 'text')) {
    const text = onlyText(part.parts).toWellFormed();
    return text.trim() === '' ? head : { ...head, content: text };
  }
  return { ...head, content: part.parts.map(contentBlock).filter((block) => block !== undefined) };
}

/** Content in the provider's own format, such as search results that it can cite. */
function ownContent(part: ResultPart, target: ModelId): Block[] | undefined {
  const blocks = listOf(ownData(part.blob, target)?.['content']).filter(isBlock);
  return blocks.length === 0 ? undefined : blocks;
}

function isBlock(value: unknown): value is Block {
  return isFields(value) && typeof value['type'] === 'string';
}

/** A result that is an error may hold text only: images and documents follow it. */
function thingsIn(part: ResultPart): Block[] {
  return part.parts.flatMap((content) => (content.type === 'text' ? [] : (contentBlock(content) ?? [])));
}
