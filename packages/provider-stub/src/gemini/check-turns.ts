/** What holds between the contents: roles in turn, calls and responses in number, order, name and id. */
import type { Report } from '../problem.ts';
import { listOf, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';

const COUNT =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
const RESPONSE_PLACE = 'Please ensure that function response turn comes immediately after a function call turn.';
const CALL_PLACE =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';

export function checkTurns(contents: readonly Shape[], report: Report): void {
  const ids = new Set<string>();
  for (const [index, content] of contents.entries()) {
    const before = contents[index - 1];
    checkRoles(content, before, report);
    checkPair(content, before, report);
    for (const call of partsOf(content, 'functionCall')) {
      const id = stringOf(call['id']);
      if (id !== '' && ids.has(id))
        report.add({ rule: 'ids-unique', message: `Duplicate function call id found: ${id}` });
      ids.add(id);
    }
  }
  const last = contents.at(-1);
  if (last === undefined) return;
  if (partsOf(last, 'functionCall').length > 0) report.add({ rule: 'call-unanswered', message: COUNT });
  if (last['role'] === 'model') {
    const message = 'Please ensure that multiturn requests ends with a user role or a function response.';
    report.add({ rule: 'end', message });
  }
}

function checkRoles(content: Shape, before: Shape | undefined, report: Report): void {
  if (before === undefined) {
    if (content['role'] !== 'model') return;
    const calls = partsOf(content, 'functionCall').length > 0;
    report.add({
      rule: 'start',
      message: calls ? CALL_PLACE : 'Please ensure that multiturn requests start with a user role.',
    });
    return;
  }
  if (content['role'] !== before['role']) return;
  // Other media may not be beside the responses, so what people said may follow them as a content of its own.
  if (content['role'] === 'user' && partsOf(before, 'functionResponse').length > 0) return;
  report.add({ rule: 'alternate', message: 'Please ensure that multiturn requests alternate between user and model.' });
}

function checkPair(content: Shape, before: Shape | undefined, report: Report): void {
  const calls = before === undefined ? [] : partsOf(before, 'functionCall');
  const responses = partsOf(content, 'functionResponse');
  if (calls.length === 0 && responses.length > 0) report.add({ rule: 'response-place', message: RESPONSE_PLACE });
  if (calls.length > 0 && calls.length !== responses.length) report.add({ rule: 'count', message: COUNT });
  if (calls.length === 0 || calls.length !== responses.length) return;
  const parts = listOf(content['parts']).map(shapeOf);
  const firstOther = parts.findIndex((part) => part['functionResponse'] === undefined);
  const lastResponse = parts.findLastIndex((part) => part['functionResponse'] !== undefined);
  if (firstOther !== -1 && firstOther < lastResponse) report.add({ rule: 'response-first', message: COUNT });
  if (parts.some((part) => part['inlineData'] !== undefined || part['fileData'] !== undefined)) {
    report.add({ rule: 'sibling-media', message: COUNT });
  }
  for (const [index, call] of calls.entries()) {
    const response = responses[index] ?? {};
    if (call['name'] !== response['name']) {
      const message = `Function response name ${stringOf(response['name'])} does not match function call name ${stringOf(call['name'])}.`;
      report.add({ rule: 'response-name', message });
    }
    if (call['id'] !== response['id']) {
      const message = `Function response id ${stringOf(response['id'])} does not match function call id ${stringOf(call['id'])}.`;
      report.add({ rule: 'response-id', message });
    }
  }
}

function partsOf(content: Shape, key: string): Shape[] {
  return listOf(content['parts']).flatMap((part) => {
    const value = shapeOf(part)[key];
    return value === undefined ? [] : [shapeOf(value)];
  });
}
