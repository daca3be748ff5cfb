import type { Report } from '../problem.ts';
import { listOf, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';

/** Calls are answered directly, each by one tool message; a tool message answers a call that is still open. */
export function checkPairs(messages: readonly Shape[], report: Report): void {
  const ids = new Set<string>();
  let open = new Set<string>();
  for (const [index, message] of [...messages, { role: 'end' }].entries()) {
    const path = `messages.[${index}].role`;
    if (message['role'] === 'tool') {
      if (!open.delete(stringOf(shapeOf(message)['tool_call_id']))) {
        const text =
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
        report.add({ rule: 'result-unasked', message: text, param: path });
      }
      continue;
    }
    if (open.size > 0) {
      const text = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`;
      report.add({ rule: 'call-unanswered', message: text, param: path });
    }
    open = new Set();
    for (const call of listOf(shapeOf(message)['tool_calls'])) {
      const id = stringOf(shapeOf(call)['id']);
      if (ids.has(id)) {
        const text = `Duplicate value for 'tool_call_id' of '${id}' in message[${index}]`;
        report.add({ rule: 'ids-unique', message: text, param: `messages.[${index}].tool_calls` });
      }
      ids.add(id);
      open.add(id);
    }
  }
}
