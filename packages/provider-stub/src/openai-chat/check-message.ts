import { checkArguments, checkLength, checkName, checkUnknown } from '../check-tool.ts';
import { emptyArray, missing, wrongType, wrongValue } from '../wrong-value.ts';
import type { Report } from '../problem.ts';
import { isList, isShape, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';

const MAX_CALL_ID = 40;
const FIELDS: { readonly [role: string]: readonly string[] } = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'name', 'refusal', 'audio', 'tool_calls', 'function_call'],
  tool: ['role', 'content', 'tool_call_id'],
};
const PARTS: { readonly [role: string]: readonly string[] } = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
};

export function checkMessage(message: Shape, path: string, report: Report): void {
  const role = stringOf(message['role']);
  const fields = FIELDS[role];
  if (fields === undefined) {
    report.add(wrongValue(`${path}.role`, role, ['system', 'assistant', 'user', 'function', 'tool', 'developer']));
    return;
  }
  checkUnknown(message, fields, path, report);
  checkContent(message, role, path, report);
  if (role === 'tool') checkLength(message['tool_call_id'], `${path}.tool_call_id`, MAX_CALL_ID, 'id', report);
  if (role === 'assistant') checkCalls(message['tool_calls'], `${path}.tool_calls`, report);
}

function checkContent(message: Shape, role: string, path: string, report: Report): void {
  const { content } = message;
  const calls = role === 'assistant' && isList(message['tool_calls']) && message['tool_calls'].length > 0;
  if (content === null || content === undefined) {
    if (calls) return;
    const text = `Invalid value for 'content': expected a string, got null.`;
    report.add({ rule: 'null-content', message: text, param: `${path}.content` });
    return;
  }
  if (typeof content === 'string') return;
  if (!isList(content)) {
    report.add(wrongType(`${path}.content`, 'one of an array of objects or string', content));
    return;
  }
  if (content.length === 0) report.add(emptyArray(`${path}.content`));
  for (const [index, item] of content.entries()) checkPart(shapeOf(item), role, `${path}.content[${index}]`, report);
}

function checkPart(part: Shape, role: string, path: string, report: Report): void {
  const type = stringOf(part['type']);
  const allowed = PARTS[role] ?? [];
  if (!allowed.includes(type)) {
    if (type === 'image_url') {
      const message = `Invalid '${path}'. Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`;
      report.add({ rule: 'image-role', message, param: path, code: 'invalid_value' });
      return;
    }
    report.add(wrongValue(`${path}.type`, type, allowed));
    return;
  }
  checkUnknown(part, ['type', type], path, report);
  if (type === 'text' || type === 'refusal') {
    if (typeof part[type] !== 'string') report.add(missing(`${path}.${type}`));
    return;
  }
  if (!isShape(part[type])) report.add(missing(`${path}.${type}`));
  if (type === 'image_url') checkImage(shapeOf(part[type]), `${path}.image_url`, report);
  if (type === 'file') checkFile(shapeOf(part[type]), `${path}.file`, report);
}

function checkImage(image: Shape, path: string, report: Report): void {
  checkUnknown(image, ['url', 'detail'], path, report);
  const url = stringOf(image['url']);
  if (/^https?:\/\//.test(url) || /^data:image\/(png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(url)) return;
  const message = `Invalid '${path}.url'. Expected a valid URL or a base64-encoded image data URL, but got an invalid value.`;
  report.add({ rule: 'image', message, param: `${path}.url`, code: 'invalid_value' });
}

function checkFile(file: Shape, path: string, report: Report): void {
  checkUnknown(file, ['file_data', 'file_id', 'filename'], path, report);
  if (file['file_id'] !== undefined) return;
  const data = stringOf(file['file_data']);
  if (!/^data:[\w.+/-]+;base64,[A-Za-z0-9+/]+={0,2}$/.test(data)) report.add(missing(`${path}.file_data`));
  if (stringOf(file['filename']) === '') report.add(missing(`${path}.filename`));
}

function checkCalls(calls: unknown, path: string, report: Report): void {
  if (calls === undefined) return;
  if (!isList(calls)) {
    report.add(wrongType(path, 'an array of objects', calls));
    return;
  }
  if (calls.length === 0) report.add(emptyArray(path));
  for (const [index, item] of calls.entries()) {
    const call = shapeOf(item);
    const where = `${path}[${index}]`;
    checkUnknown(call, ['id', 'type', 'function', 'custom'], where, report);
    checkLength(call['id'], `${where}.id`, MAX_CALL_ID, 'id', report);
    if (call['type'] === 'custom') continue;
    if (call['type'] !== 'function') report.add(missing(`${where}.type`));
    const made = shapeOf(call['function']);
    checkUnknown(made, ['name', 'arguments'], `${where}.function`, report);
    checkName(made['name'], `${where}.function.name`, report);
    checkArguments(made['arguments'], `${where}.function.arguments`, report);
  }
}
