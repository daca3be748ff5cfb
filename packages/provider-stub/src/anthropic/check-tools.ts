import type { Report } from '../problem.ts';
import { isShape, listOf, shapeOf, stringOf, unknownKeys, words } from '../shape.ts';
import type { Shape } from '../shape.ts';
import { TOOL_NAME } from './check-block.ts';

const CUSTOM_FIELDS = words(`
  type name description input_schema cache_control strict defer_loading allowed_callers input_examples
  eager_input_streaming
`);

/** The tools, and whether a history that speaks of tools has any. */
export function checkTools(body: Shape, report: Report): void {
  const tools = listOf(body['tools']).map(shapeOf);
  const names = new Set<unknown>();
  for (const [index, tool] of tools.entries()) {
    const { name, type = 'custom' } = tool;
    if (names.has(name)) report.add({ rule: 'tool-names-unique', message: 'tools: Tool names must be unique.' });
    names.add(name);
    if (type === 'custom') checkCustom(tool, `tools.${index}.custom`, report);
  }
  if (tools.length === 0 && body['tool_choice'] !== undefined) {
    report.add({ rule: 'tool-choice', message: 'tool_choice: may only be specified while providing tools' });
  }
  if (tools.length === 0 && speaksOfTools(body)) {
    const message = 'Requests which include `tool_use` or `tool_result` blocks must define tools';
    report.add({ rule: 'tools-missing', message });
  }
}

function checkCustom(tool: Shape, path: string, report: Report): void {
  for (const key of unknownKeys(tool, CUSTOM_FIELDS)) {
    report.add({ rule: 'unknown-field', message: `${path}.${key}: Extra inputs are not permitted` });
  }
  if (!TOOL_NAME.test(stringOf(tool['name']))) {
    const message = `${path}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
    report.add({ rule: 'tool-name', message });
  }
  const schema = tool['input_schema'];
  if (!isShape(schema) || schema['type'] !== 'object') {
    report.add({ rule: 'tool-schema', message: `${path}.input_schema.type: Input should be 'object'` });
  } else if (['oneOf', 'allOf', 'anyOf'].some((key) => key in schema)) {
    const message = `${path}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`;
    report.add({ rule: 'tool-schema', message });
  }
}

function speaksOfTools(body: Shape): boolean {
  return listOf(body['messages']).some((message) =>
    listOf(shapeOf(message)['content']).some((block) => /^tool_(use|result)$/.test(stringOf(shapeOf(block)['type']))),
  );
}
