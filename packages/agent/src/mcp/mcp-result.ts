/** What an MCP server answered, as a tool's value. */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import type { ContentPart } from '@toolthread/core';
import { plainJson } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import type { ToolContext } from '../tool/tool.ts';
import { textPart } from '../tool/tool-value.ts';
import type { ToolValue } from '../tool/tool-value.ts';
import { byteSource } from '../tool/byte-source.ts';

const MOST_BYTES = 4 * 1024 * 1024;
const MOST_PARTS = 100;

export async function mcpResult(result: CallToolResult, context: Pick<ToolContext, 'blobs'>): Promise<ToolValue> {
  const shown = result.content.slice(0, MOST_PARTS);
  const parts = await Promise.all(shown.map((block) => partOf(block, context)));
  const more = result.content.length - shown.length;
  const rest: readonly ContentPart[] = more > 0 ? [textPart(`(${more} more parts were left out)`)] : [];
  const structured = plainJson(result.structuredContent);
  const value = { parts: [...parts, ...rest], ...(structured === undefined ? {} : { structured }) };
  if (result.isError !== true)
    return value.parts.length > 0 ? value : { ...value, parts: [textPart(wordsOf(structured))] };
  return { ...value, error: { message: 'The tool reports an error.', code: 'mcp_tool_error' } };
}

async function partOf(block: ContentBlock, { blobs }: Pick<ToolContext, 'blobs'>): Promise<ContentPart> {
  switch (block.type) {
    case 'text':
      return textPart(block.text);
    case 'image':
      return bytesPart('image', block.mimeType, block.data, undefined, blobs);
    case 'audio':
      return bytesPart('file', block.mimeType, block.data, undefined, blobs);
    case 'resource_link':
      return { type: 'reference', name: block.title ?? block.name, uri: block.uri };
    case 'resource': {
      const { resource } = block;
      if ('text' in resource) return textPart(`${resource.uri}\n${resource.text}`);
      return bytesPart('file', resource.mimeType ?? 'application/octet-stream', resource.blob, resource.uri, blobs);
    }
    default:
      return block satisfies never;
  }
}

async function bytesPart(
  type: 'image' | 'file',
  mediaType: string,
  data: string,
  name: string | undefined,
  blobs: ToolContext['blobs'],
): Promise<ContentPart> {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > MOST_BYTES) return textPart(`(${type}, ${mediaType}, ${bytes.length} bytes: too large to show)`);
  const source = await byteSource(bytes, blobs);
  return { type, media_type: mediaType, source, ...(name === undefined ? {} : { name }) };
}

/** An answer of data alone is given to the model as JSON text. */
function wordsOf(structured: Json | undefined): string {
  return structured === undefined ? '(no output)' : JSON.stringify(structured);
}
