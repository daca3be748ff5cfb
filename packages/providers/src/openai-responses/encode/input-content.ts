import type { ContentPart } from '@toolthread/core';
import type { ResultPart } from '@toolthread/core/context';
import { imageUrl, pdfData, pdfUrl } from '../../wire/encode/image-url.ts';
import { withError } from '../../wire/text/result-for-model.ts';
import { contentForModel } from '../../wire/text/content-for-model.ts';
import type { Item } from '../item.ts';

/** What a person posted or a tool returned, as a piece of an input. */
export function inputContent(content: ContentPart): Item {
  if (content.type === 'text' || content.type === 'reference') {
    return { type: 'input_text', text: contentForModel(content) };
  }
  const image = imageUrl(content);
  if (image !== undefined) return { type: 'input_image', image_url: image, detail: 'auto' };
  const data = pdfData(content);
  if (data !== undefined) return { type: 'input_file', ...data };
  const url = pdfUrl(content);
  if (url !== undefined) return { type: 'input_file', file_url: url };
  return { type: 'input_text', text: contentForModel(content) };
}

/** A result: a string if it is text only, else a list with its images and files. */
export function outputContent(result: ResultPart): string | readonly Item[] {
  const pieces = result.parts.map(inputContent);
  const texts = pieces.flatMap((piece) => (typeof piece['text'] === 'string' ? [piece['text']] : []));
  if (texts.length === pieces.length) return withError(result, texts.join('\n'));
  const kept = pieces.filter(({ text }) => typeof text !== 'string' || text.trim() !== '');
  const [first, ...rest] = kept;
  if (!result.isError || first === undefined) return kept;
  if (typeof first['text'] !== 'string') return [{ type: 'input_text', text: withError(result, '') }, ...kept];
  return [{ ...first, text: withError(result, first['text']) }, ...rest];
}
