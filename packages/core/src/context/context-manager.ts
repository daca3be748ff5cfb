/** Builds a model's context by hand, or from a ledger; `messages` is always a history that every provider accepts. */
import type { ContentPart, Usage } from '../ledger/content.ts';
import type { LedgerEvent } from '../ledger/event.ts';
import { foldAll } from '../ledger/fold.ts';
import type { Json } from '../ledger/json.ts';
import { compacted, cutPoint, isFull, summaryRequest } from './compaction.ts';
import type { Summarise } from './compaction.ts';
import type { CompletionMessage, CompletionPart } from './completion-message.ts';
import { chatLine, completionMessages } from './completion-messages.ts';
import { estimateTokens, usedTokens } from './token-estimate.ts';
import { Turns } from './turns.ts';

export interface ContextManagerOptions {
  readonly maxContextTokens?: number;
  readonly maxReplyTokens?: number;
  /** Whose context this is: lines by this author are its own, and skipped. */
  readonly agent?: string;
  /** The last chat message that was taken; store it with the thread, or everything is injected again. */
  readonly chatCursor?: number;
}

export interface ToolCallInput {
  readonly id: string;
  readonly name: string;
  readonly parameters: { readonly [key: string]: Json };
}

export interface ChatLine {
  readonly id: number;
  readonly author: string;
  readonly text: string;
}

/**
 * ```ts
 * const context = new ContextManager({ maxContextTokens: 200_000, maxReplyTokens: 8_000 });
 * context.addUserMessage('List the files.');
 * await context.flushUserBuffer();
 * ```
 */
export class ContextManager {
  readonly #limits: { readonly maxContextTokens: number; readonly maxReplyTokens: number };
  readonly #agent: string | undefined;
  #cursor: number;
  #turns = new Turns();
  #counted: { readonly tokens: number; readonly messages: number } = { tokens: 0, messages: 0 };

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
    manager.#turns = Turns.after(completionMessages(foldAll(events), scope === undefined ? {} : { scope }));
    return manager;
  }

  get chatCursor(): number {
    return this.#cursor;
  }

  /** What the next request sends. What was said since the last flush waits. */
  get messages(): readonly CompletionMessage[] {
    return this.#turns.messages();
  }

  get tokens(): number {
    const { tokens, messages } = this.#counted;
    return tokens + estimateTokens(this.messages.slice(messages));
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

  addToolResult(toolCallId: string, content: string, isError: boolean): void {
    const parts = [{ type: 'text', text: content }] as const;
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
    this.#counted = { tokens: usedTokens(usage), messages: this.messages.length };
  }

  async compactIfNeeded(summarise: Summarise): Promise<'compacted' | 'fits' | 'cannot'> {
    if (!isFull(this.tokens, this.#limits)) return 'fits';
    const { closed } = this.#turns;
    const cut = cutPoint(closed, this.#limits);
    if (cut === undefined) return 'cannot';
    const summary = await summarise(summaryRequest(closed.slice(0, cut), this.#limits));
    this.#turns.rebase(compacted(closed, cut, summary));
    this.#counted = { tokens: 0, messages: 0 };
    return 'compacted';
  }
}

function atName(name: string): string {
  return name.startsWith('@') ? name : `@${name}`;
}
