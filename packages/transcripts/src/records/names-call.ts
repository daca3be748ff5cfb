import { fieldsOf, listOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** Whether a record is about a call that it names by an id, as a call or as its result. */
export function namesCall(value: Json): boolean {
  const record = fieldsOf(value);
  const message = fieldsOf(record['message']);
  const blocks = [record['tool_calls'], record['content'], message['content']].flatMap((list) => listOf(list));
  // A record's own id is its own, or that of who speaks.
  const ids = blocks.map((block) => fieldsOf(block)['id']);
  const named = [value, ...blocks].flatMap((one) => {
    const { call_id: call, tool_call_id: answered, tool_use_id: used } = fieldsOf(one);
    return [call, answered, used];
  });
  return [...ids, ...named].some((name) => typeof name === 'string' && name !== '');
}
