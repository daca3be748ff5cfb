import { checkArguments, checkLength, checkName, checkUnknown } from '../check-tool.ts';
import { emptyArray, missing, wrongType, wrongValue } from '../wrong-value.ts';
import type { Report } from '../problem.ts';
import { isList, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';

const MAX_CALL_ID = 64;
const MAX_ITEM_ID = 64;
const ROLES = ['user', 'assistant', 'system', 'developer'];
const PHASES = ['commentary', 'final_answer'];
const INPUT = ['input_text', 'input_image', 'input_file'];
const OUTPUT = ['output_text', 'refusal'];
/** What the service's own tools leave in the answer: taken back as it was. */
const HOSTED =
  /^(web_search_call|file_search_call|code_interpreter_call|image_generation_call|computer_call|local_shell_call|shell_call|apply_patch_call|mcp_\w+|custom_tool_call|tool_search_call|tool_search_output|compaction|program|additional_tools)(_output)?$/;

/** One item of the input: its fields. What holds between items is in `check-links.ts`. */
export function checkItem(item: Shape, path: string, report: Report): void {
  const type = item['type'] ?? 'message';
  switch (type) {
    case 'message':
      checkMessage(item, path, report);
      break;
    case 'function_call':
      checkUnknown(
        item,
        ['type', 'id', 'call_id', 'name', 'arguments', 'status', 'caller', 'namespace', 'async'],
        path,
        report,
      );
      checkItemId(item, 'fc', path, report);
      checkLength(item['call_id'], `${path}.call_id`, MAX_CALL_ID, 'id', report);
      checkName(item['name'], `${path}.name`, report);
      checkArguments(item['arguments'], `${path}.arguments`, report);
      break;
    case 'function_call_output':
      checkUnknown(item, ['type', 'id', 'call_id', 'output', 'status', 'caller', 'name', 'namespace'], path, report);
      checkLength(item['call_id'], `${path}.call_id`, MAX_CALL_ID, 'id', report);
      checkOutput(item['output'], `${path}.output`, report);
      break;
    case 'reasoning':
      checkUnknown(item, ['type', 'id', 'summary', 'content', 'encrypted_content', 'status'], path, report);
      checkItemId(item, 'rs', path, report);
      if (!isList(item['summary'])) report.add(missing(`${path}.summary`));
      break;
    case 'item_reference':
      if (stringOf(item['id']) === '') report.add(missing(`${path}.id`));
      break;
    default:
      if (typeof type !== 'string' || !HOSTED.test(type)) {
        report.add(wrongValue(`${path}.type`, type, ['message', 'function_call', 'function_call_output', 'reasoning']));
      }
  }
}

function checkMessage(item: Shape, path: string, report: Report): void {
  const role = stringOf(item['role']);
  checkUnknown(item, ['type', 'id', 'role', 'content', 'status', 'phase'], path, report);
  if (!ROLES.includes(role)) report.add(wrongValue(`${path}.role`, role, ROLES));
  checkItemId(item, 'msg', path, report);
  const { content, phase } = item;
  if (phase !== undefined && phase !== null && (role !== 'assistant' || !PHASES.includes(stringOf(phase)))) {
    report.add(wrongValue(`${path}.phase`, phase, PHASES));
  }
  if (typeof content === 'string') return;
  if (!isList(content)) {
    report.add(content === undefined ? missing(`${path}.content`) : wrongType(`${path}.content`, 'a string', content));
    return;
  }
  if (content.length === 0) report.add(emptyArray(`${path}.content`));
  checkParts(content, role === 'assistant' ? OUTPUT : INPUT, `${path}.content`, report);
}

function checkOutput(output: unknown, path: string, report: Report): void {
  if (typeof output === 'string') return;
  if (!isList(output)) report.add(output === undefined ? missing(path) : wrongType(path, 'a string', output));
  else {
    if (output.length === 0) report.add(emptyArray(path));
    checkParts(output, INPUT, path, report);
  }
}

function checkParts(parts: readonly unknown[], allowed: readonly string[], path: string, report: Report): void {
  for (const [index, value] of parts.entries()) {
    const part = shapeOf(value);
    const where = `${path}[${index}]`;
    const type = stringOf(part['type']);
    if (!allowed.includes(type)) {
      report.add(wrongValue(where, type, allowed));
      continue;
    }
    checkUnknown(part, PART_FIELDS[type] ?? [], where, report);
    if (type === 'refusal' && typeof part['refusal'] !== 'string') report.add(missing(`${where}.refusal`));
    if (type.endsWith('_text') && typeof part['text'] !== 'string') report.add(missing(`${where}.text`));
    if (type === 'input_image') checkImage(part, where, report);
    if (type === 'input_file') checkFile(part, where, report);
  }
}

const PART_FIELDS: { readonly [type: string]: readonly string[] } = {
  input_text: ['type', 'text'],
  input_image: ['type', 'image_url', 'file_id', 'detail'],
  input_file: ['type', 'file_data', 'file_id', 'file_url', 'filename', 'detail'],
  output_text: ['type', 'text', 'annotations', 'logprobs'],
  refusal: ['type', 'refusal'],
};

function checkImage(part: Shape, path: string, report: Report): void {
  if (part['file_id'] !== undefined) return;
  const url = stringOf(part['image_url']);
  if (/^https?:\/\//.test(url) || /^data:image\/(png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(url)) return;
  const message = `Invalid '${path}.image_url'. Expected a valid URL, but got a value with an invalid format.`;
  report.add({ rule: 'image', message, param: `${path}.image_url`, code: 'invalid_value' });
}

function checkFile(part: Shape, path: string, report: Report): void {
  if (part['file_id'] !== undefined || part['file_url'] !== undefined) return;
  if (!/^data:[\w.+/-]+;base64,[A-Za-z0-9+/]+={0,2}$/.test(stringOf(part['file_data']))) {
    report.add(missing(`${path}.file_data`));
  }
  if (stringOf(part['filename']) === '') report.add(missing(`${path}.filename`));
}

function checkItemId(item: Shape, prefix: string, path: string, report: Report): void {
  const { id } = item;
  if (id === undefined) return;
  if (typeof id !== 'string' || !id.startsWith(prefix)) {
    const message = `Invalid '${path}.id': '${stringOf(id)}'. Expected an ID that begins with '${prefix}'.`;
    report.add({ rule: 'item-id', message, param: `${path}.id`, code: 'invalid_value' });
  } else checkLength(id, `${path}.id`, MAX_ITEM_ID, 'item-id', report);
}
