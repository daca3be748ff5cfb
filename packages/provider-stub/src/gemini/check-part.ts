import type { Report } from '../problem.ts';
import { isBase64, isList, isShape, listOf, shapeOf, stringOf, unknownKeys, words } from '../shape.ts';
import type { Shape } from '../shape.ts';

export const FUNCTION_NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/;

/** Exactly one of these makes a part. */
const DATA = words(`
  text functionCall functionResponse inlineData fileData executableCode codeExecutionResult toolCall
  toolResponse
`);
const FIELDS = [...DATA, 'thought', 'thoughtSignature', 'videoMetadata', 'mediaResolution', 'partMetadata'];
const OF_MODEL = ['functionCall', 'executableCode', 'codeExecutionResult', 'toolCall', 'thought'];

interface Position {
  readonly path: string;
  readonly role: string;
  /** Takes media inside a function response. */
  readonly newer: boolean;
}

export function checkPart(part: Shape, position: Position, report: Report): void {
  const { path, role } = position;
  for (const key of unknownKeys(part, FIELDS)) {
    const message = `Invalid JSON payload received. Unknown name "${key}" at '${path}': Cannot find field.`;
    report.add({ rule: 'unknown-field', message });
  }
  const data = DATA.filter((key) => part[key] !== undefined);
  const empty = data[0] === 'text' && part['text'] === '' && part['thoughtSignature'] === undefined;
  if (data.length !== 1 || empty) {
    const message = `* GenerateContentRequest.${path}.data: required oneof field 'data' must have one initialized field\n`;
    report.add({ rule: 'part-data', message });
  }
  if (part['text'] !== undefined && typeof part['text'] !== 'string') {
    report.add({ rule: 'text', message: `Invalid value at '${path}.text' (TYPE_STRING)` });
  }
  const misplaced = OF_MODEL.find((key) => part[key] !== undefined);
  if (role === 'user' && misplaced !== undefined) {
    report.add({
      rule: 'part-role',
      message:
        'Please ensure that function call turn contains at least one function_call part which can not be mixed with function_response parts.',
    });
  }
  if (role === 'model' && part['functionResponse'] !== undefined) {
    report.add({
      rule: 'part-role',
      message: 'Please ensure that function response turn comes immediately after a function call turn.',
    });
  }
  checkSignature(part['thoughtSignature'], path, report);
  if (part['functionCall'] !== undefined) checkCall(shapeOf(part['functionCall']), `${path}.function_call`, report);
  if (part['functionResponse'] !== undefined) {
    checkResponse(shapeOf(part['functionResponse']), position, `${path}.function_response`, report);
  }
  if (part['inlineData'] !== undefined) checkInline(shapeOf(part['inlineData']), `${path}.inline_data`, report);
  if (part['fileData'] !== undefined && stringOf(shapeOf(part['fileData'])['fileUri']) === '') {
    report.add({ rule: 'file', message: `* GenerateContentRequest.${path}.file_data.file_uri: must not be empty.\n` });
  }
}

function checkSignature(signature: unknown, path: string, report: Report): void {
  if (signature === undefined) return;
  const text = stringOf(signature);
  // Bytes, in either alphabet.
  if (text !== '' && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return;
  const message = `Invalid value at '${path}.thought_signature' (TYPE_BYTES), Base64 decoding failed for "${text}"`;
  report.add({ rule: 'signature-bytes', message });
}

function checkCall(call: Shape, path: string, report: Report): void {
  for (const key of unknownKeys(call, ['id', 'name', 'args'])) {
    const message = `Invalid JSON payload received. Unknown name "${key}" at '${path}': Cannot find field.`;
    report.add({ rule: 'unknown-field', message });
  }
  if (!FUNCTION_NAME.test(stringOf(call['name']))) report.add(nameProblem(`${path}.name`));
  const { args, id } = call;
  if (args !== undefined && !isShape(args)) report.add(structProblem(`${path}.args`, args));
  if (id !== undefined && stringOf(id) === '') report.add({ rule: 'id', message: `Invalid value at '${path}.id'` });
}

function checkResponse(response: Shape, { newer }: Position, path: string, report: Report): void {
  for (const key of unknownKeys(response, ['id', 'name', 'response', 'parts', 'willContinue', 'scheduling'])) {
    const message = `Invalid JSON payload received. Unknown name "${key}" at '${path}': Cannot find field.`;
    report.add({ rule: 'unknown-field', message });
  }
  if (stringOf(response['name']) === '') {
    report.add({ rule: 'name', message: `* GenerateContentRequest.${path}.name: Name cannot be empty.\n` });
  } else if (!FUNCTION_NAME.test(stringOf(response['name']))) report.add(nameProblem(`${path}.name`));
  if (!isShape(response['response'])) report.add(structProblem(`${path}.response`, response['response']));
  if (!isList(response['parts'])) return;
  if (!newer) {
    report.add({ rule: 'response-media', message: 'Multimodal function responses are not supported for this model.' });
  }
  for (const [index, item] of listOf(response['parts']).entries()) {
    const part = shapeOf(item);
    if (part['inlineData'] === undefined && part['fileData'] === undefined) {
      const message = `* GenerateContentRequest.${path}.parts[${index}].data: required oneof field 'data' must have one initialized field\n`;
      report.add({ rule: 'part-data', message });
    }
    if (part['inlineData'] !== undefined) checkInline(shapeOf(part['inlineData']), `${path}.parts[${index}]`, report);
  }
}

function checkInline(data: Shape, path: string, report: Report): void {
  if (stringOf(data['mimeType']) === '') {
    report.add({ rule: 'media-type', message: `* GenerateContentRequest.${path}.mime_type: must not be empty.\n` });
  }
  if (isBase64(data['data'])) return;
  const message = `Invalid value at '${path}.data' (TYPE_BYTES), Base64 decoding failed`;
  report.add({ rule: 'base64', message });
}

function nameProblem(path: string): { rule: string; message: string } {
  const message = `* GenerateContentRequest.${path}: Invalid function name. Must start with a letter or an underscore.\n`;
  return { rule: 'name', message };
}

function structProblem(path: string, value: unknown): { rule: string; message: string } {
  const shown = JSON.stringify(value) ?? 'null';
  const message = `Invalid value at '${path}' (type.googleapis.com/google.protobuf.Struct), ${shown.slice(0, 80)}`;
  return { rule: 'struct', message };
}
