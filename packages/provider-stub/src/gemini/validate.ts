/** Gemini generateContent: what the service refuses, in its own words. */
import { newReport } from '../problem.ts';
import type { Problem, Report } from '../problem.ts';
import { hasLoneSurrogate, isList, isShape, listOf, shapeOf, stringOf, unknownKeys, words } from '../shape.ts';
import type { Shape } from '../shape.ts';
import { checkPart, FUNCTION_NAME } from './check-part.ts';
import { checkSignatures } from './check-signatures.ts';
import { checkTurns } from './check-turns.ts';

const FIELDS = words(`
  contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent labels
  serviceTier store
`);
const DECLARATION = [
  'name',
  'description',
  'parameters',
  'parametersJsonSchema',
  'response',
  'responseJsonSchema',
  'behavior',
];

export interface GeminiOptions {
  /** Stands in the address, not in the body. Anything but a `gemini-1` or `gemini-2` counts as new. */
  readonly model?: string;
}

/** `validate({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })` gives nothing. */
export function validate(body: unknown, options: GeminiOptions = {}): Problem[] {
  if (!isShape(body))
    return [{ rule: 'body', message: 'Invalid JSON payload received. Root element must be a message.' }];
  const report = newReport();
  const newer = !/gemini-[12]\b/.test(options.model ?? '');
  if (hasLoneSurrogate(body)) {
    report.add({ rule: 'surrogate', message: 'Invalid JSON payload received. Invalid UTF-16 surrogate pair.' });
  }
  checkNames(body, FIELDS, '', report);
  checkSystem(body['systemInstruction'], report);
  checkTools(body['tools'], report);
  const contents = body['contents'];
  if (!isList(contents) || contents.length === 0) {
    const message = '* GenerateContentRequest.contents: contents is not specified\n';
    report.add({ rule: 'contents', message });
  }
  const list = listOf(contents).map(shapeOf);
  for (const [index, content] of list.entries()) checkContent(content, `contents[${index}]`, newer, report);
  checkTurns(list, report);
  if (newer) checkSignatures(list, report);
  return report.problems;
}

function checkNames(shape: Shape, known: readonly string[], path: string, report: Report): void {
  for (const key of unknownKeys(shape, known)) {
    const where = path === '' ? '' : ` at '${path}'`;
    const message = `Invalid JSON payload received. Unknown name "${key}"${where}: Cannot find field.`;
    report.add({ rule: 'unknown-field', message });
  }
}

function checkContent(content: Shape, path: string, newer: boolean, report: Report): void {
  checkNames(content, ['role', 'parts'], path, report);
  if (content['role'] !== 'user' && content['role'] !== 'model') {
    report.add({ rule: 'role', message: 'Please use a valid role: user, model.' });
  }
  const { parts } = content;
  if (!isList(parts) || parts.length === 0) {
    report.add({
      rule: 'parts',
      message: `* GenerateContentRequest.${path}.parts: contents.parts must not be empty.\n`,
    });
  }
  for (const [index, part] of listOf(parts).entries()) {
    checkPart(shapeOf(part), { path: `${path}.parts[${index}]`, role: stringOf(content['role']), newer }, report);
  }
}

function checkSystem(system: unknown, report: Report): void {
  if (system === undefined) return;
  const parts = listOf(shapeOf(system)['parts']);
  if (parts.length > 0 && parts.every((part) => stringOf(shapeOf(part)['text']) !== '')) return;
  report.add({ rule: 'system', message: '* GenerateContentRequest.system_instruction.parts: must not be empty.\n' });
}

function checkTools(tools: unknown, report: Report): void {
  const names = new Set<string>();
  for (const [index, tool] of listOf(tools).entries()) {
    const declarations = listOf(shapeOf(tool)['functionDeclarations']);
    for (const [at, item] of declarations.entries()) {
      const declared = shapeOf(item);
      const path = `tools[${index}].function_declarations[${at}]`;
      const name = stringOf(declared['name']);
      checkNames(declared, DECLARATION, path, report);
      if (!FUNCTION_NAME.test(name)) {
        const message = `* GenerateContentRequest.${path}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.\n`;
        report.add({ rule: 'tool-name', message });
      }
      if (names.has(name)) {
        report.add({ rule: 'tool-names-unique', message: `Duplicate function declaration found: ${name}` });
      }
      names.add(name);
      if (declared['parameters'] !== undefined && declared['parametersJsonSchema'] !== undefined) {
        const message = `* GenerateContentRequest.${path}: parameters and parameters_json_schema are mutually exclusive.\n`;
        report.add({ rule: 'tool-schema', message });
      }
    }
  }
}
