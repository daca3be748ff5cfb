/** Builds a model's context by hand, or from a ledger; after a flush `messages` is a history that every provider accepts. */
import type { ContentPart, Usage } from '../ledger/content-part.ts';
import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { foldAll } from '../ledger/fold/fold.ts';
import type { Json } from '../ledger/json/json.ts';
import { plainText } from '../text/plain-text.ts';
import { boundResult } from './bound-text.ts';
import { boundSummary, compacted, cutPoint, isFull, summaryRequest } from './compacted.ts';
import type { ContextLimits, Summarise } from './compacted.ts';
import type { CompletionMessage, CompletionPart } from './completion-message.ts';
import { completionMessages } from './completion-messages.ts';
import { sinceCompaction } from './since-compaction.ts';
import { chatLine } from '../text/chat-line.ts';
import { estimateTokens, partTokens, usedTokens } from './estimate-tokens.ts';
import { Turns } from './turns.ts';

/** The limits of a context, and whose it is. */
export interface ContextManagerOptions {
  readonly maxContextTokens?: number;
  readonly maxReplyTokens?: number;
  /** Whose context this is: lines by this author are its own, and skipped. */
  readonly agent?: string;
  /** The last chat message that was taken; store it with the thread, or everything is injected again. */
  readonly chatCursor?: number;
}

/** A call that a model made, for the `ContextManager`. */
export interface ToolCallInput {
  readonly id: string;
  readonly name: string;
  readonly parameters: { readonly [key: string]: Json };
}

/** One line of a chat of several. */
export interface ChatLine {
  readonly id: number;
  readonly author: string;
  readonly text: string;
}

/**
 * The context of an agent that keeps no ledger: what people, the model and tools said goes in, the messages of the next request come out.
 *
 * @example
 * const context = new ContextManager({ maxContextTokens: 200_000, maxReplyTokens: 8_000 });
 * context.addUserMessage('List the files.');
 * await context.flushUserBuffer();
 * context.messages[0]?.content; //=> 'List the files.'
 */
export class ContextManager {
  readonly #limits: ContextLimits;
  readonly #agent: string | undefined;
  #cursor: number;
  #turns = new Turns();
  /** What the provider counted, and what we would have estimated for the same. */
  #counted = { tokens: 0, estimated: 0 };
  #overflowed = false;
  #compacting: Promise<Compaction> | undefined;

  constructor(options: ContextManagerOptions = {}) {
    const { maxContextTokens = Number.POSITIVE_INFINITY, maxReplyTokens = 0 } = options;
    this.#limits = { maxContextTokens, maxReplyTokens };
    this.#agent = options.agent === undefined ? undefined : atName(options.agent);
    this.#cursor = options.chatCursor ?? 0;
  }

  /** The same messages as the ledger's own view of the scope. */
  static fromEvents(
    events: Iterable<LedgerEvent>,
    options: ContextManagerOptions & { readonly scope?: string } = {},
  ): ContextManager {
    const { scope } = options;
    const manager = new ContextManager(options);
    const state = foldAll(events);
    const messages = completionMessages(state, scope === undefined ? {} : { scope });
    manager.#turns = Turns.after(messages);
    const newest = sinceCompaction(state, scope);
    const usage = newest === 'compacted' ? undefined : newest?.end?.usage;
    const answered = messages.findLastIndex(({ role }) => role === 'assistant') + 1;
    if (usage !== undefined) manager.#count(usage, messages.slice(0, answered));
    return manager;
  }

  get chatCursor(): number {
    return this.#cursor;
  }

  /** What the next request sends. What was said since the last flush waits. */
  get messages(): readonly CompletionMessage[] {
    return this.#turns.messages();
  }

  /** What the next request will take: the provider's last count and an estimate of what came since, what waits included. */
  get tokens(): number {
    const { tokens, estimated } = this.#counted;
    const waiting = this.#turns.waiting.reduce((sum, part) => sum + partTokens(part), 0);
    return tokens + Math.max(0, estimateTokens(this.messages) - estimated) + waiting;
  }

  addSystemMessage(text: string): void {
    this.#turns.system(text);
  }

  addUserMessage(content: string | readonly ContentPart[]): void {
    if (typeof content === 'string') {
      this.#turns.say({ type: 'text', text: content }, 'user');
      return;
    }
    for (const part of content) {
      this.#turns.say(part.type === 'text' ? part : { type: 'content', content: part }, 'user');
    }
  }

  addAssistantMessage(text: string): void {
    this.#turns.answer([{ type: 'text', text }]);
  }

  addAssistantMessageWithTools(content: string, toolCalls: readonly ToolCallInput[]): void {
    const text: readonly CompletionPart[] = content === '' ? [] : [{ type: 'text', text: content }];
    const calls = toolCalls.map(({ id, name, parameters }): CompletionPart => {
      return { type: 'call', id, name, arguments: JSON.stringify(parameters), runs: 'here' };
    });
    this.#turns.answer([...text, ...calls]);
  }

  /** Too long a result is cut here, once, and what nobody sees is left out: what a model has read never changes. */
  addToolResult(toolCallId: string, content: string, isError: boolean): void {
    const parts = [{ type: 'text', text: boundResult(plainText(content)) }] as const;
    this.#turns.result({ type: 'result', callId: toolCallId, name: '', parts, isError, runs: 'here' });
  }

  /** Own lines are skipped, but the cursor moves past them; a line is never taken twice. */
  addChatMessages(lines: readonly ChatLine[]): void {
    for (const { id, author, text } of lines.toSorted((a, b) => a.id - b.id)) {
      if (id <= this.#cursor) continue;
      this.#cursor = id;
      if (atName(author) === this.#agent) continue;
      const human = atName(author) === '@human';
      this.#turns.say({ type: 'text', text: human ? text : chatLine(atName(author), text) }, human ? 'user' : 'chat');
    }
  }

  /** Puts results and what people said into one user message, then compacts if there is need. */
  async flushUserBuffer(summarise?: Summarise): Promise<void> {
    this.#turns.flush();
    if (summarise !== undefined) await this.compactIfNeeded(summarise);
  }

  /** What the provider counted for the request that held all messages so far, and its answer. */
  reportUsage(usage: Usage): void {
    this.#overflowed = false;
    this.#count(usage, this.messages);
  }

  /** The provider refused the request as too long, whatever we had counted: the next compaction is needed. */
  reportOverflow(): void {
    this.#overflowed = true;
  }

  /** `cannot`: it is full, but there is nothing left to summarise, or the summary had no words. Two at once are one. */
  compactIfNeeded(summarise: Summarise): Promise<Compaction> {
    this.#compacting ??= this.#compact(summarise).finally(() => {
      this.#compacting = undefined;
    });
    return this.#compacting;
  }

  async #compact(summarise: Summarise): Promise<Compaction> {
    const { tokens } = this;
    if (!this.#overflowed && !isFull(tokens, this.#limits)) return 'fits';
    const limits = this.#overflowed ? limitsBelow(tokens, this.#limits) : this.#limits;
    const cut = cutPoint(this.#turns.closed, limits);
    if (cut === undefined) return 'cannot';
    const summary = await summarise(summaryRequest(this.#turns.closed.slice(0, cut), limits));
    if (summary.trim() === '') return 'cannot';
    this.#turns.rebase(compacted(this.#turns.closed, cut, boundSummary(summary, limits)));
    this.#counted = { tokens: 0, estimated: 0 };
    this.#overflowed = false;
    return 'compacted';
  }

  #count(usage: Usage, messages: readonly CompletionMessage[]): void {
    this.#counted = { tokens: usedTokens(usage), estimated: estimateTokens(messages) };
  }
}

type Compaction = 'compacted' | 'fits' | 'cannot';

/** The window is smaller than we thought, or our count was wrong: by what was refused. */
function limitsBelow(tokens: number, { maxContextTokens, maxReplyTokens }: ContextLimits): ContextLimits {
  const window = Math.min(tokens, maxContextTokens);
  return { maxContextTokens: window, maxReplyTokens: Math.min(maxReplyTokens, window / 4) };
}

function atName(name: string): string {
  return name.startsWith('@') ? name : `@${name}`;
}
