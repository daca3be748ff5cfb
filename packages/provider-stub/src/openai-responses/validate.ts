/** OpenAI Responses: what the service refuses, in its own words. */
import { checkTool, checkUnknown, reportOn } from '../check-tool.ts';
import { missing, SURROGATE, wrongType, wrongValue } from '../wrong-value.ts';
import type { Problem, Report } from '../problem.ts';
import { isList, isShape, listOf, shapeOf, stringOf, words } from '../shape.ts';
import type { Shape } from '../shape.ts';
import { checkItem } from './check-item.ts';
import { checkLinks } from './check-links.ts';

const FIELDS = words(`
  model input instructions tools tool_choice parallel_tool_calls stream stream_options store include
  reasoning text max_output_tokens max_tool_calls temperature top_p top_logprobs truncation metadata user
  safety_identifier prompt_cache_key service_tier prompt_cache_retention prompt_cache_options
  previous_response_id conversation background prompt context_management moderation access_programs image
`);
const INCLUDABLE = words(`
  reasoning.encrypted_content message.output_text.logprobs file_search_call.results
  web_search_call.action.sources web_search_call.results code_interpreter_call.outputs
  computer_call_output.output.image_url message.input_image.image_url
`);
const MIN_OUTPUT = 16;

/** `validate({ model: 'm', input: 'hi' })` gives nothing. */
export function validate(body: unknown): Problem[] {
  if (!isShape(body)) return [SURROGATE];
  const report = reportOn(body, FIELDS);
  if (stringOf(body['model']) === '') report.add(missing('model'));
  checkOptions(body, report);
  checkTools(body['tools'], report);
  const { input } = body;
  if (input === undefined) report.add(missing('input'));
  else if (!isList(input)) {
    if (typeof input !== 'string') report.add(wrongType('input', 'one of a string or array of objects', input));
  } else if (input.length === 0) {
    const message = 'Input must not be empty.';
    report.add({ rule: 'empty-input', message, param: 'input', code: 'empty_array' });
  }
  const items = listOf(input).map(shapeOf);
  for (const [index, item] of items.entries()) checkItem(item, `input[${index}]`, report);
  checkLinks(items, body['store'] === false, report);
  return report.problems;
}

function checkOptions(body: Shape, report: Report): void {
  const limit = body['max_output_tokens'];
  if (typeof limit === 'number' && limit < MIN_OUTPUT) {
    const message = `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${MIN_OUTPUT}, but got ${limit} instead.`;
    report.add({ rule: 'max-tokens', message, param: 'max_output_tokens', code: 'integer_below_min_value' });
  }
  for (const [index, value] of listOf(body['include']).entries()) {
    if (!INCLUDABLE.includes(stringOf(value))) report.add(wrongValue(`include[${index}]`, value, INCLUDABLE));
  }
  if (typeof body['instructions'] !== 'string' && body['instructions'] !== undefined && body['instructions'] !== null) {
    report.add(wrongType('instructions', 'a string', body['instructions']));
  }
}

function checkTools(tools: unknown, report: Report): void {
  for (const [index, item] of listOf(tools).entries()) {
    const tool = shapeOf(item);
    const path = `tools[${index}]`;
    if (stringOf(tool['type']) === '') report.add(missing(`${path}.type`));
    if (tool['type'] !== 'function') continue;
    checkUnknown(tool, ['type', 'name', 'description', 'parameters', 'strict', 'defer_loading'], path, report);
    checkTool(tool, path, report);
  }
}
