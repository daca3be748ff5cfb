/** Builds a model's context by hand, or from a ledger; after a flush `messages` is a history that every provider accepts. */
import type { ContentPart, ProviderBlob, Usage } from '../ledger/content-part.ts';
import { fieldsOf, isFields, listOf, numberOf } from '../ledger/json/fields.ts';
import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { atName, HUMAN } from '../ledger/human.ts';
import { foldAll } from '../ledger/fold/fold.ts';
import type { Json } from '../ledger/json/json.ts';
import { boundSummary, compacted, cutPoint, isFull, summaryRequest } from './compaction/compacted.ts';
import type { ContextLimits, Summarise } from './compaction/compacted.ts';
import type { CompletionMessage, CompletionPart } from './completion-message.ts';
import { completionMessages } from './completion-messages.ts';
import { sinceCompaction } from './compaction/since-compaction.ts';
import { chatLine } from '../text/chat-line.ts';
import { compactText } from '../text/compact-text.ts';
import { estimateTokens, partTokens, usedTokens } from './compaction/estimate-tokens.ts';
import { callsIn, contentIn, messagesIn, partsIn, resultIn, turnsIn } from './parts-in.ts';
import { take } from './turns/in-order.ts';
import type { FlatMessage, SavedMessage } from './saved-message.ts';
import type { SavedTurns } from './saved-turns.ts';
import type { AbortSignalLike } from './model.ts';
import { Turns } from './turns/turns.ts';
import { untilAborted } from './until-aborted.ts';

/** The limits of a context, and whose it is. */
export interface ContextManagerOptions {
  readonly maxContextTokens?: number;
  readonly maxReplyTokens?: number;
  /** Whose context this is: lines by this author are its own, and skipped. */
  readonly agent?: string;
  /** The last chat message that was taken; store it with the thread, or everything is injected again. */
  readonly chatCursor?: number;
  /** Asked at every flush for the lines after the cursor. It may fail: `flushUserBuffer` says so, and goes on. */
  readonly chat?: ChatSource;
}

/** Where the lines of a chat come from. */
export type ChatSource = (
  after: number,
  signal?: AbortSignalLike,
) => readonly ChatLine[] | Promise<readonly ChatLine[]>;

/** What a flush did besides. */
export interface Flushed {
  /** Why the chat could not be read. What it holds comes with a later flush. */
  readonly chatError?: string;
  /** Whether there was need to compact, where somebody could summarise. */
  readonly compaction?: Compaction;
}

/** A whole `ContextManager` as plain data; its limits, its agent and its chat are not in it. */
export interface SavedContext {
  readonly turns: SavedTurns;
  readonly chatCursor: number;
  /** What the provider counted last, and what we would have estimated for the same. */
  readonly counted: { readonly tokens: number; readonly estimated: number };
  readonly overflowed: boolean;
}

/** A call that a model made, for the `ContextManager`. */
export interface ToolCallInput {
  readonly id: string;
  readonly name: string;
  readonly parameters: { readonly [key: string]: Json };
  /** What its provider wants back with it, such as a signature. */
  readonly blob?: ProviderBlob;
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
  readonly #chat: ChatSource | undefined;
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
    this.#chat = options.chat;
    this.#cursor = options.chatCursor ?? 0;
  }

  /** Continues from what `toJSON` returned, or from any list of messages, which is put in order. */
  static fromMessages(
    saved: SavedContext | readonly (SavedMessage | FlatMessage)[],
    options: ContextManagerOptions = {},
  ): ContextManager {
    if (!isFields(saved)) {
      const manager = new ContextManager(options);
      for (const message of messagesIn(saved)) take(manager.#turns, message);
      return manager;
    }
    const { turns, chatCursor, counted, overflowed } = saved;
    const manager = new ContextManager({ ...options, chatCursor: options.chatCursor ?? amountOf(chatCursor) });
    const { tokens, estimated } = fieldsOf(counted);
    manager.#turns = Turns.from(turnsIn(turns));
    manager.#counted = { tokens: amountOf(tokens), estimated: amountOf(estimated) };
    manager.#overflowed = overflowed === true;
    return manager;
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

  /** Everything in it, including what waits for the flush: `JSON.stringify(context)`. */
  toJSON(): SavedContext {
    const { saved } = this.#turns;
    return { turns: saved, chatCursor: this.#cursor, counted: this.#counted, overflowed: this.#overflowed };
  }

  get chatCursor(): number {
    return this.#cursor;
  }

  /** What the next request sends. What was said since the last flush waits. */
  get messages(): readonly CompletionMessage[] {
    return this.#turns.messages();
  }

  /** The tokens of the next request: the provider's last count and an estimate of what came since, including what waits. */
  get tokens(): number {
    const { tokens, estimated } = this.#counted;
    const waiting = this.#turns.waiting.reduce((sum, part) => sum + partTokens(part), 0);
    return tokens + Math.max(0, estimateTokens(this.messages) - estimated) + waiting;
  }

  addSystemMessage(text: string): void {
    this.#turns.system(compactText(text));
  }

  addUserMessage(content: string | readonly ContentPart[]): void {
    for (const part of contentIn(content)) {
      this.#turns.say(part.type === 'text' ? part : { type: 'content', content: part }, 'user');
    }
  }

  /** What the model said: words, or its parts in order, with reasoning, signatures and files. */
  addAssistantMessage(content: string | readonly CompletionPart[]): void {
    this.#turns.answer(partsIn(content));
  }

  addAssistantMessageWithTools(content: string | readonly CompletionPart[], toolCalls: readonly ToolCallInput[]): void {
    const said = content === '' ? [] : partsIn(content);
    this.#turns.answer([...said, ...callsIn(toolCalls)]);
  }

  /** Too long a text is cut here, once, and what nobody sees is left out: what a model has read never changes. */
  addToolResult(toolCallId: string, content: string | readonly ContentPart[], isError: boolean): void {
    this.#turns.result(resultIn(toolCallId, content, isError));
  }

  /** Own lines are skipped, but the cursor moves past them; a line is never taken twice. */
  addChatMessages(lines: readonly ChatLine[]): void {
    for (const { id, author, text } of listOf(lines)
      .filter(isChatLine)
      .toSorted((a, b) => a.id - b.id)) {
      if (id <= this.#cursor) continue;
      this.#cursor = id;
      if (atName(author) === this.#agent) continue;
      const human = atName(author) === HUMAN;
      this.#turns.say({ type: 'text', text: human ? text : chatLine(atName(author), text) }, human ? 'user' : 'chat');
    }
  }

  /**
   * Reads the chat, puts results and what people said into one user message, then compacts if there is need. `signal` cuts off the waiting for
   * the chat and for the summary: what these give later is left out, and comes with a later flush. What `summarise` throws is thrown, when
   * all else is done.
   */
  async flushUserBuffer(summarise?: Summarise, signal?: AbortSignalLike): Promise<Flushed> {
    const chatError = this.#chat === undefined ? undefined : await this.#readChat(this.#chat, signal);
    this.#turns.flush();
    this.#turns.seal();
    const compaction = summarise === undefined ? undefined : await this.compactIfNeeded(summarise, signal);
    return {
      ...(chatError === undefined ? {} : { chatError }),
      ...(compaction === undefined ? {} : { compaction }),
    };
  }

  async #readChat(chat: ChatSource, signal: AbortSignalLike | undefined): Promise<string | undefined> {
    try {
      const read = await untilAborted(() => chat(this.#cursor, signal), signal);
      if (read === 'aborted') return 'The flush was cut off before the chat had answered.';
      const lines = read.value;
      this.addChatMessages(lines);
      const isWhole = Array.isArray(lines) && lines.every(isChatLine);
      return isWhole ? undefined : 'The chat returned something that is not a chat line. It was left out.';
    } catch (error) {
      return error instanceof Error ? error.message : compactText(error);
    }
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
  compactIfNeeded(summarise: Summarise, signal?: AbortSignalLike): Promise<Compaction> {
    this.#compacting ??= this.#compact(summarise, signal).finally(() => {
      this.#compacting = undefined;
    });
    return this.#compacting;
  }

  async #compact(summarise: Summarise, signal: AbortSignalLike | undefined): Promise<Compaction> {
    const { tokens } = this;
    if (!this.#overflowed && !isFull(tokens, this.#limits)) return 'fits';
    const limits = this.#overflowed ? limitsBelow(tokens, this.#limits) : this.#limits;
    const cut = cutPoint(this.#turns.closed, limits);
    if (cut === undefined) return 'cannot';
    const request = summaryRequest(this.#turns.closed.slice(0, cut), limits);
    const made = await untilAborted(() => summarise(request, signal), signal);
    if (made === 'aborted') return 'aborted';
    const summary = made.value;
    if (typeof summary !== 'string' || summary.trim() === '') return 'cannot';
    this.#turns.rebase(compacted(this.#turns.closed, cut, boundSummary(summary, limits)));
    this.#counted = { tokens: 0, estimated: 0 };
    this.#overflowed = false;
    return 'compacted';
  }

  #count(usage: Usage, messages: readonly CompletionMessage[]): void {
    this.#counted = { tokens: usedTokens(usage), estimated: estimateTokens(messages) };
  }
}

/** `cannot`: it is full, and there is nothing left to summarise, or the summary had no words; `aborted`: it is full, and nobody waited for the summary. */
export type Compaction = 'compacted' | 'fits' | 'cannot' | 'aborted';

function isChatLine(line: unknown): line is ChatLine {
  const { id, author, text } = fieldsOf(line);
  return numberOf(id) !== undefined && typeof author === 'string' && typeof text === 'string';
}

function amountOf(value: unknown): number {
  return Math.max(0, numberOf(value) ?? 0);
}

/** The window is smaller than we thought, or our count was too low. The refused request gives the new limit. */
function limitsBelow(tokens: number, { maxContextTokens, maxReplyTokens }: ContextLimits): ContextLimits {
  const window = Math.min(tokens, maxContextTokens);
  return { maxContextTokens: window, maxReplyTokens: Math.min(maxReplyTokens, window / 4) };
}
