/** One block of a message: its fields, its position, its text. What holds between blocks is in `check-pairs.ts`. */
import type { Report } from '../problem.ts';
import { isBase64, isList, isShape, shapeOf, stringOf, unknownKeys } from '../shape.ts';
import type { Shape } from '../shape.ts';

export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const CALL_ID = /^[a-zA-Z0-9_-]+$/;
const SERVER_CALL_ID = /^srvtoolu_[a-zA-Z0-9_]+$/;
const MAX_ID = 64;
const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const IN_RESULTS = ['text', 'image', 'document', 'search_result', 'tool_reference', 'browser_state'];

const CACHED = ['type', 'cache_control'];
const FIELDS: { readonly [type: string]: readonly string[] } = {
  text: [...CACHED, 'text', 'citations'],
  image: [...CACHED, 'source', 'transformations'],
  document: [...CACHED, 'source', 'citations', 'context', 'title'],
  search_result: [...CACHED, 'content', 'source', 'title', 'citations'],
  tool_reference: [...CACHED, 'tool_name'],
  browser_state: [...CACHED, 'content'],
  thinking: ['type', 'thinking', 'signature'],
  redacted_thinking: ['type', 'data'],
  tool_use: [...CACHED, 'id', 'name', 'input', 'caller', 'toolset_name'],
  tool_result: [...CACHED, 'tool_use_id', 'content', 'is_error', 'toolset_name'],
  server_tool_use: [...CACHED, 'id', 'name', 'input', 'caller'],
  container_upload: [...CACHED, 'file_id'],
};
const OF_USER = ['tool_result', 'image', 'document', 'search_result', 'container_upload'];
const OF_ASSISTANT = ['thinking', 'redacted_thinking', 'tool_use', 'server_tool_use'];

export interface Position {
  readonly path: string;
  readonly role: string;
  /** Between two thinking blocks, where an empty text holds a position. */
  readonly between: boolean;
}

/** A block that a server tool left in the answer: `web_search_tool_result`, `mcp_tool_use`, `compaction`. */
export function isServerBlock(type: string): boolean {
  return type.endsWith('_tool_result') || type === 'mcp_tool_use' || type === 'compaction';
}

export function checkBlock(block: Shape, position: Position, report: Report): void {
  const { path, role } = position;
  const type = stringOf(block['type']);
  if (isServerBlock(type)) {
    if (role !== 'assistant') report.add(misplaced(path, type, 'assistant'));
    return;
  }
  const fields = FIELDS[type];
  if (fields === undefined) {
    const tags = Object.keys(FIELDS).map((tag) => `'${tag}'`);
    const message = `${path}: Input tag '${type}' found using 'type' does not match any of the expected tags: ${tags.join(', ')}`;
    report.add({ rule: 'block-type', message });
    return;
  }
  for (const key of unknownKeys(block, fields)) {
    report.add({ rule: 'unknown-field', message: `${path}.${type}.${key}: Extra inputs are not permitted` });
  }
  if (role === 'system' && type !== 'text') report.add(misplaced(path, type, 'user'));
  if (role === 'assistant' && OF_USER.includes(type)) report.add(misplaced(path, type, 'user'));
  if (role === 'user' && OF_ASSISTANT.includes(type)) report.add(misplaced(path, type, 'assistant'));
  checkContent(block, type, position, report);
}

function misplaced(path: string, type: string, role: string): { rule: string; message: string } {
  return { rule: 'block-role', message: `${path}: \`${type}\` blocks can only be in \`${role}\` messages` };
}

function checkContent(block: Shape, type: string, position: Position, report: Report): void {
  const { path } = position;
  switch (type) {
    case 'text':
      checkText(block, position, report);
      break;
    case 'image':
    case 'document':
      checkSource(shapeOf(block['source']), type, path, report);
      break;
    case 'thinking':
      if (typeof block['thinking'] !== 'string') {
        report.add({ rule: 'thinking', message: `${path}.thinking.thinking: Field required` });
      }
      if (typeof block['signature'] !== 'string') {
        report.add({ rule: 'thinking-signature', message: `${path}.thinking.signature: Field required` });
      } else if (block['signature'] === '') {
        report.add({ rule: 'thinking-signature', message: `${path}: Invalid \`signature\` in \`thinking\` block` });
      }
      break;
    case 'redacted_thinking':
      if (stringOf(block['data']) === '') {
        report.add({ rule: 'redacted-thinking', message: `${path}: Invalid \`data\` in \`redacted_thinking\` block` });
      }
      break;
    case 'tool_use':
    case 'server_tool_use':
      checkUse(block, type, path, report);
      break;
    case 'tool_result':
      checkResult(block, path, report);
      break;
    default:
  }
}

function checkText(block: Shape, { path, between }: Position, report: Report): void {
  const { text } = block;
  if (typeof text !== 'string') {
    report.add({ rule: 'text', message: `${path}.text.text: Field required` });
    return;
  }
  if (isShape(block['cache_control']) && text === '') {
    report.add({ rule: 'cached-empty', message: `${path}: cache_control cannot be set for empty text blocks` });
  }
  if (text.trim() !== '' || between) return;
  const where = path.startsWith('system') ? 'system' : 'messages';
  const want = text === '' ? 'be non-empty' : 'contain non-whitespace text';
  report.add({ rule: 'empty-text', message: `${where}: text content blocks must ${want}` });
}

function checkUse(block: Shape, type: string, path: string, report: Report): void {
  const { id, name, input } = block;
  const pattern = type === 'tool_use' ? CALL_ID : SERVER_CALL_ID;
  if (!pattern.test(stringOf(id))) {
    report.add({ rule: 'id', message: `${path}.${type}.id: String should match pattern '${pattern.source}'` });
  } else if (stringOf(id).length > MAX_ID) {
    report.add({ rule: 'id', message: `${path}.${type}.id: String should have at most ${MAX_ID} characters` });
  }
  if (!TOOL_NAME.test(stringOf(name))) {
    report.add({ rule: 'name', message: `${path}.${type}.name: String should match pattern '${TOOL_NAME.source}'` });
  }
  if (!isShape(input)) {
    report.add({ rule: 'input', message: `${path}.${type}.input: Input should be a valid dictionary` });
  }
}

function checkResult(block: Shape, path: string, report: Report): void {
  const { content, is_error: isError, tool_use_id: id } = block;
  if (!CALL_ID.test(stringOf(id)) || stringOf(id).length > MAX_ID) {
    const message = `${path}.tool_result.tool_use_id: String should match pattern '${CALL_ID.source}'`;
    report.add({ rule: 'id', message });
  }
  if (content === undefined || typeof content === 'string') return;
  if (!isList(content)) {
    report.add({ rule: 'result-content', message: `${path}.tool_result.content: Input should be a valid list` });
    return;
  }
  for (const [index, item] of content.entries()) {
    const inner = shapeOf(item);
    const type = stringOf(inner['type']);
    if (!IN_RESULTS.includes(type)) {
      const message = `${path}.tool_result.content.${index}: Input tag '${type}' found using 'type' does not match any of the expected tags`;
      report.add({ rule: 'result-content', message });
      continue;
    }
    if (isError === true && type !== 'text') {
      const message = `${path}.tool_result: all content must be type "text" if \`is_error\` is true`;
      report.add({ rule: 'error-image', message });
    }
    checkBlock(inner, { path: `${path}.tool_result.content.${index}`, role: 'user', between: false }, report);
  }
}

function checkSource(source: Shape, type: string, path: string, report: Report): void {
  const where = `${path}.${type}.source`;
  const media = stringOf(source['media_type']);
  switch (source['type']) {
    case 'url':
      if (!stringOf(source['url']).startsWith('https://')) {
        report.add({ rule: 'source', message: `${where}.url.url: Only HTTPS URLs are supported.` });
      }
      break;
    case 'base64':
      if (type === 'image' && !IMAGES.includes(media)) {
        const message = `${where}.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`;
        report.add({ rule: 'media-type', message });
      }
      if (type === 'document' && media !== 'application/pdf') {
        report.add({ rule: 'media-type', message: `${where}.base64.media_type: Input should be 'application/pdf'` });
      }
      if (!isBase64(source['data'])) {
        report.add({ rule: 'base64', message: `${where}.base64.data: The file format is invalid or unsupported` });
      }
      break;
    case 'text':
      if (type !== 'document' || media !== 'text/plain' || typeof source['data'] !== 'string') {
        report.add({ rule: 'source', message: `${where}.text.media_type: Input should be 'text/plain'` });
      } else if (source['data'] === '') {
        report.add({ rule: 'source', message: `${where}.text.data: String should have at least 1 character` });
      }
      break;
    case 'file':
    case 'content':
      break;
    default:
      report.add({
        rule: 'source',
        message: `${where}: Input tag found using 'type' does not match any of the expected tags`,
      });
  }
}
