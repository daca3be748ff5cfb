/** The five rendering rules as data, and what they say of one message. */
import { fieldsOf, filledTextOf, isFields, listOf, numberOf } from '../ledger/json/fields.ts';
import { readContinuation } from './foreign/continuation-event.ts';
import { errorMessage } from './foreign/tool-ending.ts';
import { hasToolError, isToolCallMessage } from './message.ts';
import type { ContinuationInfo, Message, MessageRole, StatusType, ToolCallInfo } from './message.ts';
import { shouldRenderAssistantContent } from './should-render-assistant-content.ts';

/** One of the five rules: where and how a kind of message is drawn. */
export interface RenderingRule {
  readonly rule: 1 | 2 | 3 | 4 | 5;
  readonly role: MessageRole;
  readonly when: 'always' | 'no_tool_calls' | 'tool_calls';
  readonly align: 'right' | 'left' | 'indented' | 'inline';
  readonly style: 'primary' | 'light' | 'compact' | 'monospace' | 'status';
  readonly text: 'plain' | 'markdown';
  /** Arguments and results: folded until someone opens them. */
  readonly details: 'none' | 'collapsed';
  /** Whether the message belongs to the conversation's history. */
  readonly history: boolean;
}

const STATUS_RULE: RenderingRule = {
  rule: 5,
  role: 'status',
  when: 'always',
  align: 'inline',
  style: 'status',
  text: 'plain',
  details: 'none',
  history: false,
};

/** Of the rules for a message's role, the first whose `when` holds. */
export const renderingRules: readonly RenderingRule[] = [
  {
    rule: 1,
    role: 'user',
    when: 'always',
    align: 'right',
    style: 'primary',
    text: 'plain',
    details: 'none',
    history: true,
  },
  {
    rule: 2,
    role: 'assistant',
    when: 'no_tool_calls',
    align: 'left',
    style: 'light',
    text: 'markdown',
    details: 'none',
    history: true,
  },
  {
    rule: 3,
    role: 'assistant',
    when: 'tool_calls',
    align: 'left',
    style: 'compact',
    text: 'markdown',
    details: 'collapsed',
    history: true,
  },
  {
    rule: 4,
    role: 'tool',
    when: 'always',
    align: 'indented',
    style: 'monospace',
    text: 'plain',
    details: 'collapsed',
    history: true,
  },
  STATUS_RULE,
];

/** How a message is drawn. */
export type Rendering =
  | { readonly kind: 'user'; readonly rule: RenderingRule; readonly text: string }
  | { readonly kind: 'assistant'; readonly rule: RenderingRule; readonly text: string }
  /** `text` only where the content is words. */
  | {
      readonly kind: 'tool_calls';
      readonly rule: RenderingRule;
      readonly calls: readonly ToolCallInfo[];
      readonly text: string | undefined;
    }
  | ToolRendering
  | StatusRendering;

/** How a result is drawn. */
export interface ToolRendering {
  readonly kind: 'tool';
  readonly rule: RenderingRule;
  readonly callId: string | undefined;
  readonly toolName: string | undefined;
  readonly text: string;
  readonly outcome:
    | { readonly kind: 'error'; readonly error: string }
    | { readonly kind: 'result'; readonly result: unknown }
    | { readonly kind: 'nothing' };
  readonly durationMs: number | undefined;
}

/** How a status is drawn. */
export interface StatusRendering {
  readonly kind: 'status';
  readonly rule: RenderingRule;
  readonly draw: 'spinner' | 'banner' | 'toast' | 'line';
  readonly text: string;
  readonly continuation: ContinuationInfo | undefined;
}

/**
 * How a foreign page draws a message. A role that nobody knows is drawn as a status: seen, and outside the conversation.
 *
 * @example
 * renderingOf({ id: 'm1', role: 'user', content: 'Hi', timestamp: '' }).rule.align; //=> 'right'
 */
export function renderingOf(message: Message): Rendering {
  const rule = ruleOf(message);
  const text = typeof message?.content === 'string' ? message.content : '';
  switch (rule.rule) {
    case 1:
      return { kind: 'user', rule, text };
    case 2:
      return { kind: 'assistant', rule, text };
    case 3: {
      const shown = shouldRenderAssistantContent(message);
      const calls = listOf(message.metadata?.tool_calls).map(callIn);
      return { kind: 'tool_calls', rule, calls, text: shown ? text : undefined };
    }
    case 4:
      return toolRendering(message, rule, text);
    case 5:
      return {
        kind: 'status',
        rule,
        draw: drawingOf(message?.metadata?.status_type),
        text,
        continuation: readContinuation(fieldsOf(message?.metadata?.continuation)),
      };
    default:
      return rule.rule satisfies never;
  }
}

function ruleOf(message: Message): RenderingRule {
  const when = isToolCallMessage(message) ? 'tool_calls' : 'no_tool_calls';
  const rule = renderingRules.find(
    (each) => each.role === message?.role && (each.when === 'always' || each.when === when),
  );
  return rule ?? STATUS_RULE;
}

function toolRendering(message: Message, rule: RenderingRule, text: string): ToolRendering {
  const { tool_call_id: callId, tool_name: toolName, tool_duration_ms: durationMs } = fieldsOf(message.metadata);
  return {
    kind: 'tool',
    rule,
    callId: filledTextOf(callId),
    toolName: filledTextOf(toolName),
    text,
    outcome: outcomeOf(message),
    durationMs: numberOf(durationMs),
  };
}

/** Of what a back end says of a call, what can be drawn. */
function callIn(call: unknown): ToolCallInfo {
  const { id, name, args, args_summary: brief } = fieldsOf(call);
  const called = filledTextOf(id);
  const summary = filledTextOf(brief);
  return {
    ...(called === undefined ? {} : { id: called }),
    name: filledTextOf(name) ?? 'unknown',
    ...(isFields(args) ? { args } : {}),
    ...(summary === undefined ? {} : { args_summary: summary }),
  };
}

function outcomeOf(message: Message): ToolRendering['outcome'] {
  if (hasToolError(message)) return { kind: 'error', error: errorMessage(message.metadata?.tool_error) };
  const result = message.metadata?.tool_result;
  return result === undefined ? { kind: 'nothing' } : { kind: 'result', result };
}

const DRAWINGS: { readonly [type in StatusType]: StatusRendering['draw'] } = {
  thinking: 'spinner',
  tool_call: 'spinner',
  tool_result: 'line',
  error: 'banner',
  info: 'toast',
  continuation: 'line',
};

/** A newer back end may name a type that this version does not know. */
function drawingOf(type: StatusType | undefined): StatusRendering['draw'] {
  return typeof type === 'string' && Object.hasOwn(DRAWINGS, type) ? DRAWINGS[type] : 'line';
}
