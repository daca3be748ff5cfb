import { fieldsOf, listOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** Whether a record is about a call that it names by an id, as a call or as its result. */
export function namesCall(value: Json): boolean {
  const record = fieldsOf(value);
  const message = fieldsOf(record['message']);
  const blocks = [record['tool_calls'], record['content'], message['content']].flatMap((list) => listOf(list));
  return [value, ...blocks].some((one) => {
    const { id, call_id: call, tool_call_id: answered, tool_use_id: used } = fieldsOf(one);
    return [id, call, answered, used].some((name) => typeof name === 'string' && name !== '');
  });
}
