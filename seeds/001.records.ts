/** What a back end of seed 001 stores, and what it tells: the seed's own JSON. */
import type { ContinuationInfo, Message, MessageMetadata, MessageRole } from '@toolthread/core/contract';

const T = '2026-01-16T10:05:00Z';
export const message = (id: string, role: MessageRole, content: string, metadata?: MessageMetadata): Message => ({
  id,
  role,
  content,
  timestamp: T,
  ...(metadata === undefined ? {} : { metadata }),
});
export const user = message('u1', 'user', 'Which programs know dbplus?');
/** The seed's own JSON example. */
export const call: Message = {
  id: 'msg_001',
  role: 'assistant',
  content: '',
  timestamp: T,
  metadata: {
    tool_calls: [{ id: 'call_abc123', name: 'SearchEntities', args_summary: "query: 'dbplus', types: ['program']" }],
  },
};
export const result = message('tool_abc123', 'tool', 'Found 3 entities', {
  tool_call_id: 'call_abc123',
  tool_name: 'SearchEntities',
  tool_result: { entities: ['a', 'b', 'c'] },
  tool_duration_ms: 250,
});
export const answer = message('msg_002', 'assistant', 'Three **programs** do.');
/** The seed's stop. */
export const stop: ContinuationInfo = { should_continue: false, stop_reason: 'steps_limit', resolved_by: 'StepsLimit' };
export const stopped = message('status_cont_001', 'status', 'Agent stopped: steps_limit', {
  status_type: 'continuation',
  continuation: stop,
});
export const event = (type: string, payload: object, execution_id = 'e1'): object => ({
  type,
  session_id: 's1',
  execution_id,
  timestamp: T,
  payload,
});
/** What the origin's emitter really sends: the ids are null. */
export const run = [
  event('agent.status', { status: 'processing' }),
  event('agent.step.started', { step_number: 1 }),
  event('agent.tool.started', { tool_name: 'SearchEntities', tool_call_id: null, args_summary: "query: 'dbplus'" }),
  event('agent.tool.completed', { tool_name: 'SearchEntities', tool_call_id: null, success: true, duration_ms: 250 }),
  event('agent.step.completed', { step_number: 1, has_tool_calls: true }),
  event('agent.step.started', { step_number: 2 }),
  event('agent.stream.chunk', { content: 'Three **programs** do.', chunk_index: 0 }),
  event('agent.step.completed', { step_number: 2, finish_reason: 'stop' }),
  event('agent.continuation', { should_stop: true, stop_reason: 'completed', resolved_by: 'FinishReason' }),
  event('agent.status', { status: 'completed' }),
];
