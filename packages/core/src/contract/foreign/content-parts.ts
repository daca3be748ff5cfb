import { asJson } from './as-json.ts';
import { filledTextOf, isFields } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import { jsonText } from './json-text.ts';
import type { ByteSource, ContentPart } from '../../ledger/content-part.ts';
import { listWithImage } from './list-with-image.ts';

/**
 * Every piece of a content, in order. A text that is a list of blocks with an image is that list.
 *
 * @example
 * contentParts('ok'); //=> [{ type: 'text', text: 'ok' }]
 */
export function contentParts(content: unknown): readonly ContentPart[] {
  if (content === undefined || content === null || content === '') return [];
  if (typeof content === 'string') {
    const list = listWithImage(content);
    return list === undefined ? [{ type: 'text', text: content }] : list.flatMap(partsOfBlock);
  }
  return Array.isArray(content) ? content.flatMap(partsOfBlock) : partsOfBlock(content);
}

/** What was found follows the name of its source. */
function partsOfBlock(block: unknown): readonly ContentPart[] {
  const found = isFields(block) && block['type'] === 'search_result' ? contentParts(block['content']) : [];
  return [contentPart(block), ...found];
}

/** The pieces of a content, if one of them is an image: a list of blocks, or a text that is one. */
export function partsWithImage(content: unknown): readonly ContentPart[] | undefined {
  const list: unknown = typeof content === 'string' ? listWithImage(content) : content;
  const blocks: readonly unknown[] = Array.isArray(list) ? list : [list];
  const hasImage = blocks.every(isFields) && blocks.some((block) => knownPart(block)?.type === 'image');
  return hasImage ? blocks.flatMap(partsOfBlock) : undefined;
}

/**
 * One block of a content, in the forms that Anthropic, MCP and their files have; what has no part of its own is kept as JSON text.
 *
 * @example
 * contentPart({ type: 'text', text: 'ok' }); //=> { type: 'text', text: 'ok' }
 */
export function contentPart(block: unknown): ContentPart {
  if (typeof block === 'string') return { type: 'text', text: block };
  return (isFields(block) ? knownPart(block) : undefined) ?? { type: 'text', text: jsonText(asJson(block, null)) };
}

function knownPart(block: Fields): ContentPart | undefined {
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' ? { type: 'text', text: block['text'] } : undefined;
    case 'image':
      return bytesPart('image', block, 'image/png');
    case 'document':
    case 'file':
      return bytesPart('file', block, 'application/octet-stream');
    case 'tool_reference':
      return reference(block['tool_name'], undefined);
    case 'search_result':
      return reference(block['title'], block['source']);
    case 'resource_link':
      return reference(block['name'] ?? block['title'], block['uri']);
    default:
      return undefined;
  }
}

function bytesPart(type: 'image' | 'file', block: Fields, otherwise: string): ContentPart | undefined {
  const given = isFields(block['source']) ? block['source'] : block;
  const source = sourceIn(given);
  if (source === undefined) return undefined;
  const name = filledTextOf(block['title'] ?? block['name']);
  const mediaType = filledTextOf(given['media_type'] ?? given['mimeType']) ?? otherwise;
  return { type, media_type: mediaType, source, ...(name === undefined ? {} : { name }) };
}

/** Providers nest the bytes in a `source`; MCP has them in the block itself. */
function sourceIn({ data, url, type }: Fields): ByteSource | undefined {
  if (typeof data === 'string' && type !== 'text') return { kind: 'base64', data };
  return typeof url === 'string' ? { kind: 'url', url } : undefined;
}

function reference(name: unknown, uri: unknown): ContentPart | undefined {
  if (typeof name !== 'string') return undefined;
  return typeof uri === 'string' ? { type: 'reference', name, uri } : { type: 'reference', name };
}
