/** The words that both of OpenAI's APIs use for a field that is wrong. */
import type { Problem } from './problem.ts';
import { stringOf } from './shape.ts';

export function missing(path: string): Problem {
  const message = `Missing required parameter: '${path}'.`;
  return { rule: 'missing', message, param: path, code: 'missing_required_parameter' };
}

export function wrongType(path: string, want: string, got: unknown): Problem {
  const kind = got === null ? 'null' : Array.isArray(got) ? 'an array' : `a ${typeof got}`;
  const message = `Invalid type for '${path}': expected ${want}, but got ${kind} instead.`;
  return { rule: 'type', message, param: path, code: 'invalid_type' };
}

export function emptyArray(path: string): Problem {
  const message = `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`;
  return { rule: 'empty-array', message, param: path, code: 'empty_array' };
}

export function wrongValue(path: string, value: unknown, supported: readonly string[]): Problem {
  const list = supported.map((one) => `'${one}'`).join(', ');
  const message = `Invalid value: '${stringOf(value)}'. Supported values are: ${list}.`;
  return { rule: 'value', message, param: path, code: 'invalid_value' };
}

export const SURROGATE: Problem = {
  rule: 'surrogate',
  message:
    "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)",
};
