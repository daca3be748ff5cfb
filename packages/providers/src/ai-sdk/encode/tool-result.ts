import type { ContentPart } from '@toolthread/core';
import type { ResultPart } from '@toolthread/core/context';
import { mediaKind } from '@toolthread/core/json';
import type { ToolResultPart } from 'ai';
import { imageUrl } from '../../wire/encode/image-url.ts';
import { base64Of } from '../../wire/encode/base64.ts';
import { contentForModel } from '../../wire/text/content-for-model.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import { RULES } from '../rules.ts';

type Output = ToolResultPart['output'];
type Piece = Extract<Output, { type: 'content' }>['value'][number];

/** A result in the form that the SDK has for it. An error can hold text only. */
export function toolResult(result: ResultPart): ToolResultPart {
  return {
    type: 'tool-result',
    toolCallId: wireId(result.callId, RULES.ids),
    toolName: wireName(result.name, RULES.names),
    output: outputOf(result),
  };
}

function outputOf({ parts, isError }: ResultPart): Output {
  const pieces = parts.map((part) => (isError ? wordsPiece(part) : piece(part)));
  const texts = pieces.flatMap((each) => (each.type === 'text' ? [each.text] : []));
  const isText = texts.length === pieces.length;
  if (isError) return { type: 'error-text', value: texts.join('\n') };
  return isText ? { type: 'text', value: texts.join('\n') } : { type: 'content', value: pieces.filter(hasContent) };
}

function hasContent(each: Piece): boolean {
  return each.type !== 'text' || each.text.trim() !== '';
}

/** The kinds that both versions of the SDK know. */
function piece(part: ContentPart): Piece {
  if (part.type === 'text' || part.type === 'reference') return wordsPiece(part);
  const bytes = base64Of(part.media_type, part.source);
  if (bytes !== undefined && mediaKind(bytes.mediaType) === 'image') {
    return { type: 'image-data', data: bytes.data, mediaType: bytes.mediaType };
  }
  if (bytes?.mediaType === 'application/pdf') {
    const name = (part.name ?? '').toWellFormed().trim();
    return {
      type: 'file-data',
      data: bytes.data,
      mediaType: bytes.mediaType,
      ...(name === '' ? {} : { filename: name }),
    };
  }
  const url = imageUrl(part);
  return url === undefined ? wordsPiece(part) : { type: 'image-url', url };
}

function wordsPiece(part: ContentPart): Extract<Piece, { type: 'text' }> {
  return { type: 'text', text: contentForModel(part) };
}
