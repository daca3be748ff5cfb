/** One message of a chat panel: the answer in `content`, the tool calls with their commentary beside it. */
export interface ChatMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'system';
  /** The final response only: commentary is with the calls. */
  readonly content: string;
  readonly toolCalls?: ToolCall[];
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Missing, as in older conversations: inactive. */
  readonly toolActivity?: ToolActivity;
}

/** A call of a chat message, with its commentary and its result. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly result?: unknown;
  readonly status: 'pending' | 'running' | 'completed' | 'error';
  readonly error?: string;
  /** The text that preceded this call. Missing: the call goes by its name alone. */
  readonly commentary?: string;
}

/** Whether tools are at work for a message, and which. */
export interface ToolActivity {
  readonly isActive: boolean;
  /** The name of the tool at work. */
  readonly currentStep?: string;
}

/** As it comes: a stored message may hold a `Date`, an ISO text or milliseconds. */
export type ChatMessageInput = Omit<ChatMessage, 'createdAt'> & {
  readonly createdAt: string | number | { getTime(): number };
};
