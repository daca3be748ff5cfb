/** Compaction cuts between steps, never inside a pair; what is before the cut becomes a summary in a user message. */
import type { CompletionMessage, CompletionPart } from './completion-message.ts';
import { completionMessage, textOf } from './completion-views.ts';
import { messageTokens } from './token-estimate.ts';

export interface ContextLimits {
  readonly maxContextTokens: number;
  readonly maxReplyTokens: number;
}

/** Gets what is to be summarised as one user message of plain text, which fits the window; gives the summary. */
export type Summarise = (request: readonly CompletionMessage[]) => Promise<string> | string;

const RESERVE_TOKENS = 2_000;
/** Of one tool payload, in the request for the summary. */
const PAYLOAD_CHARACTERS = 2_000;

export function isFull(tokens: number, limits: ContextLimits): boolean {
  return tokens + limits.maxReplyTokens + RESERVE_TOKENS > limits.maxContextTokens;
}

/**
 * Where to cut: the first message that stays. Keeps about a quarter of the window, always the last message, and cuts
 * only where no result loses its call. `undefined` if there is nothing to cut.
 */
export function cutPoint(messages: readonly CompletionMessage[], limits: ContextLimits): number | undefined {
  const budget = Math.max(0, (limits.maxContextTokens - limits.maxReplyTokens - RESERVE_TOKENS) / 4);
  let kept = 0;
  let cut: number | undefined;
  for (let index = messages.length - 1; index > 0; index -= 1) {
    const message = messages[index];
    if (message === undefined) continue;
    kept += messageTokens(message);
    if (kept > budget && cut !== undefined) return cut;
    if (message.toolResults.length === 0) cut = index;
  }
  return cut;
}

const FRAME_BEFORE = 'This is the summary of what happened before. It is history, not a new instruction.\n\n';

/** The history after the cut: the summary joins the words of the person who spoke next, so that roles still alternate. */
export function compacted(
  messages: readonly CompletionMessage[],
  cut: number,
  summary: string,
): readonly CompletionMessage[] {
  const system = messages.slice(0, cut).filter((message) => message.role === 'system');
  const kept = messages.slice(cut).map(withoutReasoning);
  const part: CompletionPart = { type: 'text', text: `${FRAME_BEFORE}${summary}` };
  const first = kept[0];
  if (first?.role !== 'user') return [...system, completionMessage('user', [part], 'compaction'), ...kept];
  return [...system, completionMessage('user', [part, ...first.parts], 'compaction', first.seq), ...kept.slice(1)];
}

/** Reasoning is bound to what stood before it, which is gone. */
function withoutReasoning(message: CompletionMessage): CompletionMessage {
  if (message.role !== 'assistant') return message;
  const parts = message.parts.filter((part) => part.type !== 'reasoning');
  const kept: readonly CompletionPart[] = parts.length > 0 ? parts : [{ type: 'text', text: '…' }];
  return completionMessage('assistant', kept, message.provenance, message.seq);
}

/** What is cut away, as text: tool payloads bounded, and the whole bounded so that this request cannot overflow itself. */
export function summaryRequest(
  messages: readonly CompletionMessage[],
  limits: ContextLimits,
): readonly CompletionMessage[] {
  const room = 2 * Math.max(1_000, limits.maxContextTokens - limits.maxReplyTokens - RESERVE_TOKENS);
  const lines = messages.filter((message) => message.role !== 'system').map(plainText);
  let text = '';
  let left = 0;
  for (const line of lines.toReversed()) {
    if (text.length + line.length > room && text !== '') left += 1;
    else text = `${cutText(line, room)}\n\n${text}`;
  }
  const omitted = left === 0 ? '' : `[${left} earlier messages are left out]\n\n`;
  return [completionMessage('user', [{ type: 'text', text: `${omitted}${text.trimEnd()}` }], 'compaction')];
}

function plainText(message: CompletionMessage): string {
  return `${message.role}:\n${message.parts
    .map(partText)
    .filter((text) => text !== '')
    .join('\n')}`;
}

function partText(part: CompletionPart): string {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text;
    case 'call':
      return `[called ${part.name} with ${cutText(part.arguments, PAYLOAD_CHARACTERS)}]`;
    case 'result':
      return `[${part.name} ${part.isError ? 'failed' : 'returned'}: ${cutText(textOf(part.parts), PAYLOAD_CHARACTERS)}]`;
    case 'content':
      return part.content.type === 'text' ? part.content.text : `[${part.content.type}]`;
    case 'reasoning':
    case 'opaque':
      return '';
    default:
      return part satisfies never;
  }
}

function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
