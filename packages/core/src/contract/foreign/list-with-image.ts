import { isFields } from '../../ledger/json/fields.ts';
import { parsedJson } from '../../ledger/json/parsed-json.ts';

/** A block of a stored content that is an image. */
export interface ImageBlock {
  readonly type: 'image';
  readonly source:
    | { readonly type: 'base64'; readonly media_type: string; readonly data: string }
    | { readonly type: 'url'; readonly url: string };
}

export function isImageBlock(value: unknown): value is ImageBlock {
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
