/** OpenAI Chat Completions: what the service refuses, in its own words. */
import { checkTool, checkUnknown, reportOn } from '../check-tool.ts';
import { emptyArray, missing, SURROGATE, wrongType } from '../wrong-value.ts';
import type { Problem, Report } from '../problem.ts';
import { isList, isShape, listOf, shapeOf, stringOf, words } from '../shape.ts';
import type { Shape } from '../shape.ts';
import { checkMessage } from './check-message.ts';
import { checkPairs } from './check-pairs.ts';

const FIELDS = words(`
  model messages tools tool_choice parallel_tool_calls stream stream_options max_tokens max_completion_tokens
  temperature top_p n stop seed logit_bias logprobs top_logprobs frequency_penalty presence_penalty
  response_format reasoning_effort verbosity metadata store service_tier user safety_identifier
  prompt_cache_key prompt_cache_retention modalities audio prediction web_search_options moderation
  prompt_cache_options functions function_call
`);
const MAX_TOOLS = 128;

/** `validate({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })` gives nothing. */
export function validate(body: unknown): Problem[] {
  if (!isShape(body)) return [SURROGATE];
  const report = reportOn(body, FIELDS);
  if (stringOf(body['model']) === '') report.add({ rule: 'model', message: 'you must provide a model parameter' });
  checkTools(body, report);
  if (body['stream_options'] !== undefined && body['stream'] !== true) {
    const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
    report.add({ rule: 'stream-options', message, param: 'stream_options' });
  }
  const { messages } = body;
  if (messages === undefined) report.add(missing('messages'));
  else if (!isList(messages)) report.add(wrongType('messages', 'an array of objects', messages));
  else if (messages.length === 0) report.add(emptyArray('messages'));
  const list = listOf(messages).map(shapeOf);
  for (const [index, message] of list.entries()) checkMessage(message, `messages[${index}]`, report);
  checkPairs(list, report);
  return report.problems;
}

function checkTools(body: Shape, report: Report): void {
  const { tools } = body;
  if (tools === undefined) {
    for (const key of ['tool_choice', 'parallel_tool_calls'].filter((one) => body[one] !== undefined)) {
      const message = `Invalid value for '${key}': '${key}' is only allowed when 'tools' are specified.`;
      report.add({ rule: 'without-tools', message, param: key });
    }
    return;
  }
  if (!isList(tools)) {
    report.add(wrongType('tools', 'an array of objects', tools));
    return;
  }
  if (tools.length === 0) report.add(emptyArray('tools'));
  if (tools.length > MAX_TOOLS) {
    const message = `Invalid 'tools': array too long. Expected an array with maximum length ${MAX_TOOLS}, but got an array with length ${tools.length} instead.`;
    report.add({ rule: 'tools', message, param: 'tools', code: 'array_above_max_length' });
  }
  for (const [index, item] of tools.entries()) {
    const tool = shapeOf(item);
    checkUnknown(tool, ['type', 'function', 'custom'], `tools[${index}]`, report);
    if (tool['type'] === 'function') {
      const made = shapeOf(tool['function']);
      checkUnknown(made, ['name', 'description', 'parameters', 'strict'], `tools[${index}].function`, report);
      checkTool(made, `tools[${index}].function`, report);
    } else if (tool['type'] !== 'custom') report.add(missing(`tools[${index}].type`));
  }
}
