import { filledTextOf, textOf } from '../../ledger/json/fields.ts';
import type { ChatMessage, ToolCall } from './chat-message.ts';

/** What the widget above an answer shows. `failed` and `unanswered` count: a check mark belongs only where both are 0. */
export type ToolWidget =
  | { readonly kind: 'none' }
  /** Nothing runs now, but more calls may come: before the first call, and between two steps. */
  | { readonly kind: 'thinking'; readonly entries: readonly ToolWidgetEntry[] }
  | { readonly kind: 'working'; readonly tool: string; readonly entries: readonly ToolWidgetEntry[] }
  | {
      readonly kind: 'complete';
      readonly failed: number;
      /** Calls without a result. */
      readonly unanswered: number;
      readonly entries: readonly ToolWidgetEntry[];
    };

/** One line of the widget. */
export interface ToolWidgetEntry {
  readonly call: ToolCall;
  /** The commentary, or the name alone. */
  readonly title: string;
}

/**
 * What the widget above an answer shows.
 *
 * @example
 * toolWidget({ id: 'm1', role: 'assistant', content: 'Hi', createdAt: '' }).kind; //=> 'none'
 */
export function toolWidget(message: ChatMessage): ToolWidget {
  const calls = callsOf(message?.toolCalls);
  const isActive = message?.toolActivity?.isActive === true;
  if (calls.length === 0 && !isActive) return { kind: 'none' };
  const entries = calls.map((call) => ({ call, title: textOf(call.commentary) ?? textOf(call.name) ?? '' }));
  if (!isActive) {
    const failed = calls.filter((call) => call.status === 'error').length;
    const answered = calls.filter((call) => call.status === 'completed').length;
    return { kind: 'complete', failed, unanswered: calls.length - failed - answered, entries };
  }
  const running = calls.findLast((call) => call.status === 'running')?.name;
  const current = filledTextOf(message.toolActivity?.currentStep) ?? filledTextOf(running);
  return current === undefined ? { kind: 'thinking', entries } : { kind: 'working', tool: current, entries };
}

/** Stored chats come from anywhere: anything but a list counts as no calls, and entries that are not calls are left out. */
function callsOf(calls: readonly ToolCall[] | undefined): readonly ToolCall[] {
  return Array.isArray(calls) ? calls.filter((call) => typeof call === 'object' && call !== null) : [];
}
