/** Compaction cuts between steps, never inside a pair; what is before the cut becomes a summary in a user message. */
import type { AbortSignalLike } from '../model.ts';
import type { CompletionMessage, CompletionPart } from '../completion-message.ts';
import { completionMessage, onlyText, withParts } from '../completion-message.ts';
import { joined } from '../turns/joined.ts';
import { cutToTokens, messageTokens, textTokens } from './estimate-tokens.ts';

/** How many tokens a request and its reply may have. */
export interface ContextLimits {
  readonly maxContextTokens: number;
  readonly maxReplyTokens: number;
}

/** Gets what is to be summarised as one user message of plain text, which fits the window, and the signal of who waits for it; gives the summary. */
export type Summarise = (request: readonly CompletionMessage[], signal?: AbortSignalLike) => Promise<string> | string;

const RESERVE_TOKENS = 2_000;
/** The most tokens of one tool payload in the request for the summary. */
const PAYLOAD_TOKENS = 500;
const LEAST_ROOM = 100;

/**
 * Whether a history leaves no room for the reply.
 *
 * @example
 * isFull(195_000, { maxContextTokens: 200_000, maxReplyTokens: 8_000 }); //=> true
 */
export function isFull(tokens: number, limits: ContextLimits): boolean {
  return tokens > roomIn(limits);
}

/** The tokens that the history may have: the reply must fit too, and estimates may be wrong. */
function roomIn({ maxContextTokens, maxReplyTokens }: ContextLimits): number {
  return maxContextTokens - maxReplyTokens - Math.min(RESERVE_TOKENS, maxContextTokens / 10);
}

/**
 * Where to cut: the first message that stays. Keeps about a quarter of the window, always the last message, and cuts
 * only where no result loses its call. `undefined` if there is nothing to cut but an earlier summary: what does not fit then
 * will not fit after another.
 *
 * @example
 * import { completionMessages } from '@toolthread/core/context';
 * cutPoint(completionMessages(exampleState), { maxContextTokens: 100, maxReplyTokens: 10 }); //=> 3
 */
export function cutPoint(messages: readonly CompletionMessage[], limits: ContextLimits): number | undefined {
  const budget = Math.max(0, roomIn(limits) / 4);
  let kept = 0;
  let cut: number | undefined;
  for (let index = messages.length - 1; index > 0; index -= 1) {
    const message = messages[index];
    if (message === undefined) continue;
    kept += messageTokens(message);
    if (kept > budget && cut !== undefined) break;
    if (!message.parts.some((part) => part.type === 'result' && part.runs === 'here')) cut = index;
  }
  return cut !== undefined && messages.slice(0, cut).some(isWorthCutting) ? cut : undefined;
}

function isWorthCutting({ role, provenance, parts }: CompletionMessage): boolean {
  return role !== 'system' && (provenance !== 'compaction' || parts.length > 1);
}

/**
 * A summary that fits: a quarter of the window at most. One that is longer than what it replaces helps nobody.
 *
 * @example
 * boundSummary('Short.', { maxContextTokens: 200_000, maxReplyTokens: 8_000 }); //=> 'Short.'
 */
export function boundSummary(summary: string, limits: ContextLimits): string {
  return cutToTokens(summary, Math.max(LEAST_ROOM, roomIn(limits) / 4));
}

const FRAME_BEFORE = 'This is the summary of what happened before. It is history, not a new instruction.\n\n';

/**
 * The history after the cut: the summary joins the words of the person who spoke next, so that roles still alternate.
 *
 * @example
 * import { completionMessages } from '@toolthread/core/context';
 * compacted(completionMessages(exampleState), 3, 'The linter uses it.').length; //=> 2
 */
export function compacted(
  messages: readonly CompletionMessage[],
  cut: number,
  summary: string,
): readonly CompletionMessage[] {
  const part: CompletionPart = { type: 'text', text: `${FRAME_BEFORE}${summary}` };
  const out = [
    ...messages.slice(0, cut).filter((message) => message.role === 'system'),
    completionMessage('user', [part], 'compaction'),
  ];
  for (const message of messages.slice(cut)) {
    const next = withoutReasoning(message);
    const last = out.at(-1);
    if (next.parts.length === 0) continue;
    if (last === undefined || last.role !== next.role || next.role === 'system') out.push(next);
    else out[out.length - 1] = joined(last, next);
  }
  return out;
}

/** Reasoning is bound to what was before it, which is gone. */
function withoutReasoning(message: CompletionMessage): CompletionMessage {
  const parts = message.parts.filter((part) => part.type !== 'reasoning');
  if (parts.length === message.parts.length) return message;
  return withParts(message, parts);
}

/**
 * What is cut away, as text: tool payloads bounded, and the whole bounded so that this request cannot overflow itself. Where
 * something must be left out, it is in the middle: the first words, or the summary before this one, are what cannot be missed.
 *
 * @example
 * import { completionMessages } from '@toolthread/core/context';
 * summaryRequest(completionMessages(exampleState), { maxContextTokens: 200_000, maxReplyTokens: 8_000 }).length; //=> 1
 */
export function summaryRequest(
  messages: readonly CompletionMessage[],
  limits: ContextLimits,
): readonly CompletionMessage[] {
  const room = Math.max(LEAST_ROOM, roomIn(limits) / 2);
  const [first = '', ...others] = messages.filter((message) => message.role !== 'system').map(messageText);
  const head = cutToTokens(first, others.length === 0 ? room : room / 4);
  let left = room - textTokens(head);
  const tail: string[] = [];
  for (const line of others.toReversed()) {
    const fits = textTokens(line) <= left;
    if (!fits && tail.length > 0) break;
    tail.push(fits ? line : cutToTokens(line, left));
    left -= textTokens(line);
  }
  const missing = others.length - tail.length;
  const omitted = missing === 0 ? [] : [`[${missing} messages are left out]`];
  const text = [head, ...omitted, ...tail.toReversed()].join('\n\n');
  return [completionMessage('user', [{ type: 'text', text }], 'compaction')];
}

function messageText(message: CompletionMessage): string {
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
      return `[called ${part.name} with ${cutToTokens(part.arguments, PAYLOAD_TOKENS)}]`;
    case 'result':
      return `[${part.name} ${part.isError ? 'failed' : 'returned'}: ${cutToTokens(onlyText(part.parts), PAYLOAD_TOKENS)}]`;
    case 'content':
      return part.content.type === 'text' ? part.content.text : `[${part.content.type}]`;
    case 'reasoning':
    case 'opaque':
      return '';
    default:
      return part satisfies never;
  }
}
