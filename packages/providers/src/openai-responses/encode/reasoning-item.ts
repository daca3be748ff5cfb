import type { CompletionPart } from '@toolthread/core/context';
import { isJsonObject } from '@toolthread/core/json';
import { ownData } from '../../wire/encode/model-id.ts';
import type { Maker } from '../../wire/encode/model-id.ts';
import { wellFormed } from '../../wire/text/well-formed.ts';
import { itemId } from '../rules.ts';
import type { Item } from '../rules.ts';

/** Reasoning as the service made it. Nothing is stored there, so what is not encrypted cannot go back; nor can another's. */
export function reasoningItem(part: Extract<CompletionPart, { type: 'reasoning' }>, maker: Maker): Item | undefined {
  const data = ownData(part.blob, maker);
  if (data === undefined || !isJsonObject(data)) return undefined;
  const encrypted = data['encrypted_content'];
  if (typeof encrypted !== 'string' || encrypted === '') return undefined;
  const { id: _id, ...rest } = data;
  const id = itemId(data, 'rs');
  const summary = part.text === '' ? [] : [{ type: 'summary_text', text: wellFormed(part.text) }];
  return { ...(id === undefined ? {} : { id }), summary, ...rest, type: 'reasoning' };
}
