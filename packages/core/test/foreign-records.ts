/** Records of back ends, chats, contexts and streams, with anything that JSON can hold in any field. */
import fc from 'fast-check';

/** What JSON can hold in the place of any text, number or list. Objects whose `toString` is no function throw where they are made a text. */
const foreign: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    { toString: 1, valueOf: 1 },
    [{ toString: 1, valueOf: 1 }],
    { toString: null },
    { toJSON: 1 },
    { length: 3 },
    { length: -1, map: 1, filter: 1 },
    null,
    0,
    -1,
    1e308,
    true,
    false,
    '',
    '__proto__',
    'constructor',
    [],
    [null],
    {},
  ),
);
export const or = (...usual: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: fc.constantFrom(...usual), weight: 3 }, { arbitrary: foreign, weight: 2 });
export const record = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: fc.record(fields, { requiredKeys: [] }), weight: 9 }, { arbitrary: foreign, weight: 1 });
export const list = (each: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: fc.array(each, { maxLength: 6 }), weight: 9 }, { arbitrary: foreign, weight: 1 });

export const id: fc.Arbitrary<unknown> = or('a', 'b', null);
export const name: fc.Arbitrary<unknown> = or('search', 'read', 'ask_user');
export const words: fc.Arbitrary<unknown> = or(
  'One.',
  'Two.',
  '{"query":"x"}',
  '🔧 **Tool Call:** `pwd()`',
  '<tool>pwd()\n/app</tool>',
);
const time = or('2026-01-16T10:05:00Z', '2026-01-16T10:06:00Z', 'x');
export const anything: fc.Arbitrary<unknown> = foreign;

export const message: fc.Arbitrary<unknown> = record({
  id: or('m1', 'm2', 'm3', null),
  role: or('user', 'assistant', 'tool', 'status'),
  content: words,
  timestamp: time,
  metadata: record({
    tool_calls: list(record({ id, name, args: anything, args_summary: words })),
    tool_call_id: id,
    tool_name: name,
    tool_result: anything,
    tool_error: words,
    tool_duration_ms: or(250),
    status_type: or('thinking', 'tool_call', 'error', 'info', 'continuation'),
    continuation: record({
      should_continue: or(true, false),
      stop_reason: or('steps_limit', 'moon'),
      resolved_by: or('StepsLimit'),
      evaluations: list(
        record({ criterion: name, decision: or('continue', 'stop'), reason: words, context: anything }),
      ),
    }),
  }),
});

/** The types of the contract's events. */
export const eventTypes = [
  'agent.status',
  'agent.step.started',
  'agent.step.completed',
  'agent.tool.started',
  'agent.tool.completed',
  'agent.stream.chunk',
  'agent.continuation',
  'agent.tool.retrying',
  'agent.reasoning.chunk',
  'agent.configured',
  'agent.message',
  'agent.request.opened',
  'agent.request.resolved',
  'agent.reset',
] as const;

export const event: fc.Arbitrary<unknown> = record({
  type: or(...eventTypes),
  session_id: or('s'),
  execution_id: or('e1', 'e2'),
  timestamp: time,
  payload: record({
    status: or('processing', 'completed', 'failed', 'called'),
    role: or('user', 'assistant', 'tool', 'status'),
    request: or('q1', 'q2'),
    kind: or('approval', 'question'),
    decision: or('once', 'deny', 'answered'),
    questions: list(record({ question: words, options: list(record({ label: words })) })),
    answers: list(record({ question: words, values: list(words) })),
    attempt: or(1, 2),
    max_attempts: or(3),
    phase: or('commentary', 'answer'),
    outcome: or('done', 'denied', 'lost'),
    exact: record({
      outcome: or('done', 'failed'),
      parts: list(record({ type: or('text'), text: words })),
      structured: anything,
    }),
    provider: words,
    api: words,
    model: words,
    previous_status: or('processing'),
    error_message: words,
    step_number: or(1, 2),
    has_tool_calls: or(true),
    usage: record({ input_tokens: or(1), output_tokens: or(2) }),
    duration_ms: or(250),
    errors: list(words),
    content: words,
    chunk_index: or(0, 1),
    is_complete: or(true),
    tool_name: name,
    tool_call_id: id,
    args: anything,
    args_summary: words,
    success: or(true, false),
    result: anything,
    result_summary: words,
    error: words,
    should_continue: or(true, false),
    should_stop: or(true, false),
    stop_reason: or('completed', 'steps_limit'),
    resolved_by: or('StepsLimit'),
    evaluations: list(anything),
  }),
});

export const chatMessage: fc.Arbitrary<unknown> = record({
  id: or('m1', 'm2'),
  role: or('user', 'assistant', 'system'),
  content: words,
  createdAt: or(0, '2026-01-16T10:05:00Z'),
  toolActivity: record({ isActive: or(true, false), currentStep: name }),
  toolCalls: list(
    record({
      id,
      name,
      args: anything,
      result: anything,
      status: or('pending', 'running', 'completed', 'error'),
      error: words,
      commentary: words,
    }),
  ),
});

const source = record({ kind: or('base64', 'url', 'blob'), data: or('AAAA'), url: words });
export const content: fc.Arbitrary<unknown> = record({
  type: or('text', 'image', 'file', 'reference'),
  text: words,
  media_type: or('image/png'),
  name: words,
  uri: words,
  source,
});
const blob = record({ provider: or('anthropic'), api: or('messages'), model: or('m'), data: anything });
export const part: fc.Arbitrary<unknown> = record({
  type: or('text', 'reasoning', 'call', 'result', 'content', 'refusal', 'opaque'),
  text: words,
  phase: or('commentary', 'answer'),
  id,
  callId: id,
  name,
  arguments: or('{"a":1}', '{'),
  runs: or('here', 'provider'),
  parts: list(content),
  isError: or(true, false),
  content,
  blob,
});
export const saved: fc.Arbitrary<unknown> = record({
  role: or('system', 'user', 'assistant'),
  parts: list(part),
  provenance: or('user'),
  seq: or(1),
  cacheControl: or({ type: 'ephemeral' }),
});
export const savedContext: fc.Arbitrary<unknown> = record({
  turns: record({
    messages: list(saved),
    answer: list(part),
    cacheControl: or({ type: 'ephemeral' }),
    open: list(record({ named: id, call: part, result: part })),
    words: list(record({ part, provenance: or('user'), seq: or(1) })),
    system: list(saved),
    early: list(part),
    isCut: or(true, false),
    seq: or(1),
    read: or(0, 1),
  }),
  chatCursor: or(1),
  counted: record({ tokens: or(1), estimated: or(2) }),
  overflowed: or(true, false),
});
export const chatLine: fc.Arbitrary<unknown> = record({ id: or(1, 2), author: or('@human', 'ann'), text: words });
export const call: fc.Arbitrary<unknown> = record({ id, name, parameters: anything, blob });
export const usage: fc.Arbitrary<unknown> = record({
  input_tokens: or(1),
  output_tokens: or(1),
  cache_read_tokens: or(1),
});

export const sdkPart: fc.Arbitrary<unknown> = record({
  type: or(
    'start',
    'start-step',
    'text-start',
    'text-delta',
    'text-end',
    'reasoning-delta',
    'source',
    'source-url',
    'file',
    'tool-input-start',
    'tool-input-delta',
    'tool-input-end',
    'tool-call',
    'tool-result',
    'tool-error',
    'error',
    'tool-approval-request',
    'tool-output-available',
    'tool-output-error',
    'finish-step',
    'finish',
    'abort',
    'raw',
  ),
  id,
  toolCallId: id,
  toolName: name,
  delta: words,
  text: words,
  inputTextDelta: words,
  input: anything,
  output: anything,
  result: anything,
  error: anything,
  errorText: words,
  approvalId: id,
  reason: words,
  finishReason: or('stop', 'tool-calls', 'other'),
  rawFinishReason: words,
  usage: anything,
  totalUsage: anything,
  file: record({ mediaType: or('image/png'), base64: words }),
  url: words,
  title: words,
  providerMetadata: anything,
  providerExecuted: or(true, false),
  preliminary: or(true, false),
  dynamic: or(true, false),
  parts: list(anything),
});

const agUiTypes = ['TEXT_MESSAGE', 'REASONING_MESSAGE', 'TOOL_CALL'].flatMap((kind) =>
  ['START', 'CONTENT', 'ARGS', 'END', 'CHUNK', 'RESULT'].map((what) => `${kind}_${what}`),
);
/** Of an AG-UI stream, with what our own streams say beside it. */
export const agUiEvent: fc.Arbitrary<unknown> = record({
  type: or(
    ...agUiTypes,
    'RUN_STARTED',
    'RUN_FINISHED',
    'RUN_ERROR',
    'STEP_STARTED',
    'STEP_FINISHED',
    'MESSAGES_SNAPSHOT',
    'SUBAGENT_STARTED',
    'SUBAGENT_FINISHED',
    'SUBAGENT_ERROR',
    'CUSTOM',
  ),
  timestamp: or(1, -1, 0.5),
  messageId: id,
  toolCallId: id,
  toolCallName: name,
  runId: id,
  role: or('user', 'assistant', 'system'),
  delta: words,
  content: or('found', [
    { type: 'text', text: 'a' },
    { type: 'image', source: { type: 'data', value: 'QQ==' } },
  ]),
  message: words,
  subagentRunId: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, id),
  parentToolCallId: id,
  name: or('toolthread.call', 'toolthread.request', 'sub'),
  value: record({
    toolCallId: id,
    status: or('running'),
    request: id,
    decision: or('once', 'answered'),
    answers: anything,
  }),
  input: record({ messages: anything, resume: list(record({ interruptId: id, status: or('resolved', 'cancelled') })) }),
  messages: list(
    record({
      id,
      role: or('user', 'assistant', 'tool', 'reasoning'),
      content: words,
      toolCallId: id,
      toolCalls: anything,
    }),
  ),
  outcome: or(
    { type: 'success' },
    { type: 'cancelled' },
    {
      type: 'interrupt',
      interrupts: [
        { id: 'a', reason: 'tool_approval', toolCallId: 'a' },
        { id: 'b', reason: 'x' },
      ],
    },
  ),
  usage: or([{ inputTokens: 3, outputTokens: 1 }]),
  metadata: record({
    toolthread: record({
      outcome: or('done', 'lost'),
      exact: anything,
      finish_reason: or('stop', 'error'),
      usage: anything,
      part: anything,
      phase: or('answer'),
      model: or('m'),
    }),
  }),
});
