import { fieldsOf } from '@toolthread/core/json';
import { standardLimits } from './limits.ts';

/**
 * What is wrong with what a run is to work with, in a sentence that says what to give: a program without types, or a file, may give anything.
 * Undefined if a run can begin with it.
 *
 * @example
 * equipmentProblem({ model: 'gpt' }); //=> '`model` must be a model, with a method `stream`: createModel(…) of @toolthread/providers makes one.'
 */
export function equipmentProblem(given: unknown): string | undefined {
  const { model, tools, policy, limits } = fieldsOf(given);
  if (!has(model, 'stream'))
    return '`model` must be a model, with a method `stream`: createModel(…) of @toolthread/providers makes one.';
  if (!Array.isArray(tools) || !tools.every((tool) => has(tool, 'accept')))
    return '`tools` must be a list of tools: defineTool(…) makes one.';
  if (!has(policy, 'decide'))
    return "`policy` must be a policy: policyByTool({}, 'ask') makes one that asks before every call.";
  return Object.entries(fieldsOf(limits)).map(limitProblem).find(Boolean);
}

function has(value: unknown, method: string): boolean {
  return typeof fieldsOf(value)[method] === 'function';
}

function limitProblem([name, value]: readonly [string, unknown]): string | undefined {
  if (!Object.hasOwn(standardLimits, name))
    return `There is no limit "${name}": the limits are ${Object.keys(standardLimits).join(', ')}.`;
  if (typeof value === 'number' && value >= 0) return undefined;
  const shown = typeof value === 'string' ? `"${value}"` : String(value);
  return `The limit "${name}" must be a number from 0 on, and is ${shown}.`;
}
