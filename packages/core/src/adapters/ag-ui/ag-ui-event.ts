/** The messages and events of AG-UI, as far as a thread needs them. */

/** One message of an AG-UI client. */
export interface AgUiMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'reasoning' | 'tool';
  readonly [field: string]: unknown;
}

/** One event of an AG-UI stream. */
export interface AgUiEvent {
  readonly type:
    | 'RUN_STARTED'
    | 'RUN_FINISHED'
    | 'RUN_ERROR'
    | 'STEP_STARTED'
    | 'STEP_FINISHED'
    | 'TEXT_MESSAGE_START'
    | 'TEXT_MESSAGE_CONTENT'
    | 'TEXT_MESSAGE_END'
    | 'REASONING_START'
    | 'REASONING_MESSAGE_START'
    | 'REASONING_MESSAGE_CONTENT'
    | 'REASONING_MESSAGE_END'
    | 'REASONING_END'
    | 'TOOL_CALL_START'
    | 'TOOL_CALL_ARGS'
    | 'TOOL_CALL_END'
    | 'TOOL_CALL_RESULT'
    | 'STATE_SNAPSHOT'
    | 'STATE_DELTA'
    | 'MESSAGES_SNAPSHOT'
    | 'ACTIVITY_SNAPSHOT'
    | 'CUSTOM';
  readonly [field: string]: unknown;
}
