import { jsonText } from '../contract/foreign/json-text.ts';
import { asJson } from '../contract/foreign/as-json.ts';
import { isImageBlock, listWithImage } from '../contract/foreign/list-with-image.ts';
import type { UnifiedImageBlock } from './unified-message.ts';

/**
 * A result's content as one value: its first block where that is an image, else text. Files hold lists as text too; a text that
 * is no such list is left as it is.
 *
 * @example
 * tryParseImageContent('no image'); //=> 'no image'
 */
export function tryParseImageContent(content: unknown): string | UnifiedImageBlock {
  const list = typeof content === 'string' ? listWithImage(content) : content;
  const first: unknown = Array.isArray(list) ? list[0] : list;
  if (isImageBlock(first)) return first;
  if (typeof content === 'string') return content;
  return content === undefined ? '' : jsonText(asJson(content, null));
}
