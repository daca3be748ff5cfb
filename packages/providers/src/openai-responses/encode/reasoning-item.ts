import { textOf } from '@toolthread/core/json';
import type { CompletionPart } from '@toolthread/core/context';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { itemId } from '../item.ts';
import type { Item } from '../item.ts';

/** Reasoning goes back only encrypted, since the service stores nothing, and only to the model that made it. */
export function reasoningItem(part: Extract<CompletionPart, { type: 'reasoning' }>, target: ModelId): Item | undefined {
  const data = ownData(part.blob, target);
  if (data === undefined || (textOf(data['encrypted_content']) ?? '') === '') return undefined;
  const { id: _id, ...rest } = data;
  const id = itemId(data, 'rs');
  const summary = part.text === '' ? [] : [{ type: 'summary_text', text: part.text.toWellFormed() }];
  return { ...(id === undefined ? {} : { id }), summary, ...rest, type: 'reasoning' };
}
