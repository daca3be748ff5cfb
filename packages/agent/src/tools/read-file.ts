import { z } from 'zod';
import { apart } from '../tool/cut-words.ts';
import { defineTool } from '../tool/define-tool.ts';
import { pathText } from '../tool/path-text.ts';
import type { Tool, ToolContext } from '../tool/tool.ts';
import type { ToolValue } from '../tool/tool-value.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';
import { byteSource } from '../tool/byte-source.ts';
import { linesOfFile, signedLines } from '../workspace/file-text.ts';
import { imageType } from './image-type.ts';
import { locate, readBytes } from '../workspace/locate.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const MOST_IMAGE = 4 * 1024 * 1024;

/** `read_file`: text or an image. */
export const readFile: Tool = defineTool({
  name: 'read_file',
  question: 'Read this file?',
  description: 'Reads a file of the workspace: text, whole or by lines, or an image (PNG, JPEG, GIF, WebP).',
  input: z.object({
    path: pathText().describe('From the workspace.'),
    offset: z.number().int().min(1).optional().describe('The first line to read, counted from 1.'),
    limit: z.number().int().min(1).optional().describe('How many lines to read.'),
  }),
  safe: true,
  execute: async ({ path, offset, limit }, context) => {
    const place = await locate(context.workspace, path);
    if (!place.ok) return errorValue(place.problem);
    const read = await readBytes(place, MOST_BYTES);
    if (!read.ok) return errorValue(read.problem);
    const { bytes, size } = read;
    const image = imageType(bytes);
    if (image !== undefined) return imageValue(place.name, image, bytes, size, context);
    if (size > MOST_BYTES) return errorValue(`${path} has ${size} bytes, too many to read. Search it instead.`);
    const text = linesOfFile(bytes);
    if (text === undefined) return errorValue(`${path} is neither text nor an image (${size} bytes).`, 'binary');
    return linesValue(place.name, text, offset ?? 1, limit ?? Infinity);
  },
});

async function imageValue(
  name: string,
  mediaType: string,
  bytes: Buffer,
  size: number,
  { blobs }: ToolContext,
): Promise<ToolValue> {
  if (size > MOST_IMAGE) return errorValue(`${name} is an image of ${size} bytes, too large to show.`);
  const source = await byteSource(bytes, blobs);
  const structured = { kind: 'file', path: name, media_type: mediaType, bytes: size };
  return { parts: [{ type: 'image', media_type: mediaType, source, name }], structured };
}

function linesValue(name: string, text: string, offset: number, limit: number): ToolValue {
  const { shown, total } = linesOf(text, offset, limit);
  if (offset > total) return errorValue(`${name} has only ${total} lines.`);
  const signed = signedLines(shown, MOST_BYTES);
  if (signed === undefined)
    return errorValue(`${name} is too long to read with a sign for each control. Read fewer lines, or search it.`);
  const last = Math.min(total, offset - 1 + limit);
  return textValue(signed, { kind: 'file', path: name, first_line: offset, last_line: last, lines: total });
}

/** Without a list of all lines: there may be millions. */
function linesOf(text: string, offset: number, limit: number): { readonly shown: string; readonly total: number } {
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  let total = 1;
  let [from, to] = [offset === 1 ? 0 : end, end];
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    if (total === offset - 1 + limit) to = at;
    total += 1;
    if (total === offset) from = at + 1;
  }
  return { shown: offset === 1 && limit >= total ? text : apart(text.slice(from, to)), total };
}
