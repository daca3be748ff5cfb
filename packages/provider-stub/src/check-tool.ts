/** The checks that both of OpenAI's APIs make. */
import { newReport } from './problem.ts';
import type { Report } from './problem.ts';
import { hasLoneSurrogate, stringOf, unknownKeys } from './shape.ts';
import type { Shape } from './shape.ts';
import { missing, SURROGATE, wrongType } from './wrong-value.ts';

const FUNCTION_NAME = /^[a-zA-Z0-9_-]+$/;
const MAX_NAME = 64;

/** A report on a body, begun with what is looked at first. */
export function reportOn(body: Shape, known: readonly string[]): Report {
  const report = newReport();
  if (hasLoneSurrogate(body)) report.add(SURROGATE);
  checkUnknown(body, known, '', report);
  return report;
}

export function checkUnknown(shape: Shape, known: readonly string[], path: string, report: Report): void {
  for (const key of unknownKeys(shape, known)) {
    const param = path === '' ? key : `${path}.${key}`;
    report.add({ rule: 'unknown-field', message: `Unknown parameter: '${param}'.`, param, code: 'unknown_parameter' });
  }
}

export function checkLength(value: unknown, path: string, max: number, rule: string, report: Report): void {
  if (typeof value !== 'string') {
    report.add(missing(path));
    return;
  }
  if (value === '') {
    const message = `Invalid '${path}': empty string. Expected a string with minimum length 1, but got an empty string instead.`;
    report.add({ rule, message, param: path, code: 'empty_string' });
  }
  if (value.length > max) {
    const message = `Invalid '${path}': string too long. Expected a string with maximum length ${max}, but got a string with length ${value.length} instead.`;
    report.add({ rule, message, param: path, code: 'string_above_max_length' });
  }
}

export function checkName(value: unknown, path: string, report: Report): void {
  checkLength(value, path, MAX_NAME, 'name', report);
  if (typeof value !== 'string' || FUNCTION_NAME.test(value)) return;
  const message = `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '${FUNCTION_NAME.source}'.`;
  report.add({ rule: 'name', message, param: path, code: 'invalid_value' });
}

/** The service takes any text here; other servers for its protocol parse it. */
export function checkArguments(value: unknown, path: string, report: Report): void {
  if (typeof value !== 'string') {
    report.add(wrongType(path, 'a string', value));
    return;
  }
  try {
    JSON.parse(value);
  } catch {
    const message = `Invalid '${path}': string is not valid JSON.`;
    report.add({ rule: 'arguments', message, param: path, code: 'invalid_value' });
  }
}

export function checkTool(tool: Shape, path: string, report: Report): void {
  checkName(tool['name'], `${path}.name`, report);
  const { parameters } = tool;
  if (parameters === undefined || parameters === null) return;
  if (typeof parameters === 'object' && !Array.isArray(parameters)) {
    const type = new Map(Object.entries(parameters)).get('type');
    if (type === 'object') return;
    const message = `Invalid schema for function '${stringOf(tool['name'])}': schema must be a JSON Schema of 'type: "object"', got 'type: "${stringOf(type) || 'None'}"'.`;
    report.add({ rule: 'tool-schema', message, param: `${path}.parameters`, code: 'invalid_function_parameters' });
    return;
  }
  report.add(wrongType(`${path}.parameters`, 'an object', parameters));
}
