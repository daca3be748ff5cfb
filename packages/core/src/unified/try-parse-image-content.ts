import { isFields } from '../ledger/json/fields.ts';
import { parsedJson } from '../ledger/json/parsed-json.ts';
import { jsonText } from '../contract/foreign/json-text.ts';
import { asJson } from '../contract/foreign/as-json.ts';
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

function isImageBlock(value: unknown): value is UnifiedImageBlock {
  if (!isFields(value) || value['type'] !== 'image') return false;
  const { source } = value;
  if (!isFields(source)) return false;
  if (source['type'] === 'url') return typeof source['url'] === 'string';
  return source['type'] === 'base64' && typeof source['data'] === 'string' && typeof source['media_type'] === 'string';
}

/** The list of blocks that a text is, if one of them is an image: any other JSON is what the tool printed. */
export function listWithImage(text: string): readonly unknown[] | undefined {
  if (!/^\s*\[/.test(text) || !text.includes('"image"')) return undefined;
  const value: unknown = parsedJson(text);
  return Array.isArray(value) && value.every(isFields) && value.some(isImageBlock) ? value : undefined;
}
