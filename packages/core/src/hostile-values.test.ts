import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agUiEvent,
  anything,
  call,
  chatLine,
  chatMessage,
  content,
  event,
  id,
  list,
  message,
  name,
  or,
  part,
  record,
  saved,
  savedContext,
  sdkPart,
  usage,
  words,
} from '../test/foreign-records.ts';
import * as adapters from './adapters/index.ts';
import * as blocks from './blocks/index.ts';
import * as context from './context/index.ts';
import * as contract from './contract/index.ts';
import { emptyThread } from './ledger/fold/empty-thread.ts';
import { fold, foldAll } from './ledger/fold/fold.ts';
import type { EventDraft, LedgerEvent } from './ledger/ledger-event.ts';
import { threadOf, timeline } from './timeline/timeline.ts';

/** As a caller without types calls it. */
function untyped(target: unknown, ...args: readonly unknown[]): unknown {
  if (typeof target !== 'function') throw new Error('It is no function.');
  return Reflect.apply(target, undefined, args);
}

const ledgerOf = (drafts: readonly EventDraft[]): readonly LedgerEvent[] =>
  adapters.appendDrafts(emptyThread('t'), [{ type: 'thread.created', source: { format: 'test' } }, ...drafts]);

/** Everything that is drawn or asked of a ledger, whoever told it. */
function viewed(events: readonly LedgerEvent[]): void {
  const state = foldAll(events);
  const { items } = timeline(threadOf(events));
  for (const form of ['blocks', 'collapsed', 'expanded'] as const) blocks.renderText({ items }, { form });
  new blocks.BlocksWriter().write(items);
  contract.toMessages(state);
  adapters.toUiMessages(state);
  adapters.toAgUiMessages(state);
  adapters.agUiState(state);
  adapters.agUiInterrupts(state);
  events.reduce((before, each) => {
    const folded = fold(before, each);
    contract.toContractEvents(before, each, folded);
    adapters.foldUiTurn(adapters.newUiTurn(0), before, each, folded);
    adapters.closeAgUi(adapters.foldAgUi(adapters.newAgUiStream(), before, each, folded).stream);
    for (const fact of folded.facts) if (fact.type === 'step-ended') adapters.agUiUsage(fact.step, fact.end);
    return folded.state;
  }, emptyThread(state.id));
  for (const _ of contract.messagesInPieces(state));
  contract.toChatMessages(state);
  const messages = context.completionMessages(state);
  for (const _ of context.completionMessagesInPieces(state));
  context.sinceCompaction(state, undefined);
  context.contextFill(state, undefined);
  context.requestMarks(state, undefined, messages);
  managed(context.ContextManager.fromEvents(events));
  estimated(messages, { maxContextTokens: 100, maxReplyTokens: 10 });
}

/** Every view of messages to a model. */
function estimated(messages: readonly context.CompletionMessage[], given: context.ContextLimits): void {
  const tokens = context.estimateTokens(messages);
  context.isFull(tokens, given);
  context.cutPoint(messages, given);
  context.summaryRequest(messages, given);
  const summary = context.boundSummary('So far.', given);
  for (const message of context.compacted(messages, 1, summary)) context.withParts(message, message.parts);
  for (const { parts } of context.inOrder(messages))
    for (const each of parts) if (each.type === 'result') context.boundText(context.onlyText(each.parts), 'head');
}

function managed(manager: context.ContextManager): void {
  for (const each of manager.messages) {
    expect(typeof each.content).toBe('string');
    for (const { id: called, name: tool } of each.toolCalls)
      expect([typeof called, typeof tool]).toEqual(['string', 'string']);
    for (const result of each.toolResults) expect(typeof result.content).toBe('string');
  }
  expect(manager.tokens).toBeGreaterThanOrEqual(0);
  estimated(manager.messages, { maxContextTokens: 100, maxReplyTokens: 10 });
  const again = context.ContextManager.fromMessages(structuredClone(manager.toJSON()));
  expect(JSON.stringify(again.messages)).toBe(JSON.stringify(manager.messages));
}

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** A React part that is given an object where it draws a text throws: what is promised to be a text is one. */
function drawable(drawn: contract.Rendering): void {
  if (drawn.kind === 'tool_calls')
    for (const each of drawn.calls)
      expect([typeof each.name, isText(each.id), isText(each.args_summary)]).toEqual(['string', true, true]);
  if (drawn.kind === 'tool') {
    expect([isText(drawn.callId), isText(drawn.toolName)]).toEqual([true, true]);
    expect(['number', 'undefined']).toContain(typeof drawn.durationMs);
    if (drawn.outcome.kind === 'error') expect(typeof drawn.outcome.error).toBe('string');
  }
  if (drawn.kind === 'status' && drawn.continuation !== undefined) {
    const { stop_reason: reason, resolved_by: by } = drawn.continuation;
    expect([typeof reason, typeof by]).toEqual(['string', 'string']);
  }
  expect(isText(drawn.text)).toBe(true);
}

function readable(widget: contract.ToolWidget): void {
  if (widget.kind === 'working') expect(typeof widget.tool).toBe('string');
  for (const { title } of widget.kind === 'none' ? [] : widget.entries) expect(typeof title).toBe('string');
}

const calling = (target: unknown, ...args: fc.Arbitrary<unknown>[]): (() => void) =>
  trying(fc.tuple(...args), (given) => void untyped(target, ...given));

function trying<T>(given: fc.Arbitrary<T>, attempt: (given: T) => void): () => void {
  return () => fc.assert(fc.property(given, attempt), { numRuns: 200 });
}

/** What one attempt shows for several functions is shown once. */
function once(attempt: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) attempt();
    isDone = true;
  };
}

const asLedger = (target: unknown, given: fc.Arbitrary<unknown>): (() => void) =>
  trying(given, (value) => {
    const told = untyped(target, value);
    expect(Array.isArray(told)).toBe(true);
    if (Array.isArray(told)) viewed(told);
  });

/** Of a stream of parts, and of the drafts that it becomes. */
const ofParts = once(
  trying(fc.array(sdkPart, { maxLength: 12 }), (parts) => {
    const reader = adapters.aiSdkReader();
    viewed(ledgerOf([...parts.flatMap((each) => reader.push(each)), ...reader.end()]));
  }),
);
const ofAgUi = once(
  trying(fc.array(agUiEvent, { maxLength: 12 }), (events) => {
    const reader = adapters.agUiReader();
    viewed(ledgerOf([...events.flatMap((each) => reader.push(each)), ...reader.end()]));
  }),
);
const messages = list(message);
/** Told of a ledger, which is whole: what comes from elsewhere has passed one of the others. */
const ofLedger = once(asLedger(contract.fromMessages, messages));
/** Told of messages to a model, which are whole: `ContextManager` takes what comes from elsewhere. */
const ofManager = once(
  trying(fc.oneof(savedContext, list(saved)), (given) => {
    const manager = untyped(context.ContextManager.fromMessages, given);
    if (manager instanceof context.ContextManager) managed(manager);
  }),
);
const ADDITIONS = [
  ['addSystemMessage', fc.tuple(words)],
  ['addUserMessage', fc.tuple(fc.oneof(words, list(content)))],
  ['addAssistantMessage', fc.tuple(fc.oneof(words, list(part)))],
  ['addAssistantMessageWithTools', fc.tuple(fc.oneof(words, list(part)), list(call))],
  ['addToolResult', fc.tuple(id, fc.oneof(words, list(content)), or(true, false))],
  ['addChatMessages', fc.tuple(list(chatLine))],
  ['reportUsage', fc.tuple(usage)],
] as const;
const additions = fc.array(fc.oneof(...ADDITIONS.map(([key, args]) => args.map((given) => ({ key, given })))), {
  maxLength: 8,
});

const attempts: Readonly<Record<string, () => void | Promise<void>>> = {
  contractReader: trying(fc.array(fc.oneof(message, event), { maxLength: 12 }), (records) => {
    const reader = contract.contractReader();
    viewed(ledgerOf([...records.flatMap((given) => reader.push(given)), ...reader.end()]));
  }),
  fromContractEvents: asLedger(contract.fromContractEvents, list(event)),
  fromMessages: asLedger(contract.fromMessages, messages),
  fromChatMessages: asLedger(contract.fromChatMessages, list(chatMessage)),
  hasToolError: calling(contract.hasToolError, message),
  isToolCallMessage: calling(contract.isToolCallMessage, message),
  isToolResultMessage: calling(contract.isToolResultMessage, message),
  placesInHistory: calling(contract.placesInHistory, messages, messages),
  reconcile: calling(contract.reconcile, messages, messages, messages),
  withoutRepeated: calling(contract.withoutRepeated, messages),
  renderingOf: trying(message, (given) => drawable(Reflect.apply(contract.renderingOf, undefined, [given]))),
  shouldRenderAssistantContent: calling(contract.shouldRenderAssistantContent, message),
  getMessageText: calling(contract.getMessageText, chatMessage),
  toolWidget: trying(chatMessage, (given) => readable(Reflect.apply(contract.toolWidget, undefined, [given]))),
  parseIsoTime: calling(contract.parseIsoTime, fc.oneof(anything, words)),
  lastStatus: ofLedger,
  toMessages: ofLedger,
  messagesInPieces: ofLedger,
  toContractEvents: ofLedger,
  toUiMessages: ofLedger,
  uiMessagesInPieces: ofLedger,
  foldUiTurn: ofLedger,
  newUiTurn: ofLedger,
  isPersonsWord: ofLedger,
  toAgUiMessages: ofLedger,
  agUiMessagesInPieces: ofLedger,
  agUiState: ofLedger,
  agUiInterrupts: ofLedger,
  agUiUsage: ofLedger,
  foldAgUi: ofLedger,
  newAgUiStream: ofLedger,
  closeAgUi: ofLedger,
  snapshotEvents: trying(list(anything), (had) => void adapters.snapshotEvents(had, [])),
  uiReplyId: ofLedger,
  toChatMessages: ofLedger,

  completePendingToolBlock: calling(blocks.completePendingToolBlock, words, name, anything, id),
  formatToolCombined: calling(blocks.formatToolCombined, name, anything, anything, id),
  formatToolStarted: calling(blocks.formatToolStarted, name, anything, id),
  mergeConsecutiveToolBlocks: trying(words, (text) => {
    const parts = untyped(blocks.parseToolBlocks, text);
    untyped(blocks.mergeConsecutiveToolBlocks, parts);
  }),
  parseToolBlocks: calling(blocks.parseToolBlocks, words),
  setApart: calling(blocks.setApart, words),
  normalizeMarkdownCollapsibleBlocks: calling(blocks.normalizeMarkdownCollapsibleBlocks, words),
  readStoredText: calling(
    blocks.readStoredText,
    words,
    fc.oneof(list(anything), record({ tool_trace: list(anything), events: list(anything) })),
  ),
  BlocksWriter: ofLedger,
  renderText: ofLedger,

  ContextManager: async () => {
    await fc.assert(
      fc.asyncProperty(additions, list(chatLine), words, async (given, lines, summary) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the point of the test
        const chat = () => lines as context.ChatLine[];
        const manager = new context.ContextManager({ maxContextTokens: 50, chat });
        for (const { key, given: args } of given) untyped(Reflect.get(manager, key).bind(manager), ...args);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the point of the test
        await manager.flushUserBuffer(() => summary as string);
        managed(manager);
      }),
      { numRuns: 200 },
    );
  },
  completionMessages: ofLedger,
  completionMessagesInPieces: ofLedger,
  sinceCompaction: ofLedger,
  contextFill: ofLedger,
  requestMarks: ofLedger,
  inOrder: calling(context.inOrder, list(saved)),
  completionMessage: ofManager,
  withParts: ofManager,
  onlyText: ofManager,
  estimateTokens: ofManager,
  cutPoint: ofManager,
  summaryRequest: ofManager,
  compacted: ofManager,
  boundText: ofManager,
  boundSummary: ofManager,
  isFull: ofManager,
  usedTokens: calling(context.usedTokens, usage),

  agUiReader: ofAgUi,
  agUiParts: calling(adapters.agUiParts, anything),
  aiSdkReader: ofParts,
  appendDrafts: ofParts,
  aiSdkOutput: calling(adapters.aiSdkOutput, anything),
  mcpError: calling(adapters.mcpError, anything),
  serverToolError: calling(adapters.serverToolError, anything),
};

describe('[L2] no foreign value throws, whatever stands in any field of it', () => {
  const modules = [contract, blocks, context, adapters];
  const names = modules.flatMap((each) =>
    Object.entries(each).flatMap(([key, value]) => (typeof value === 'function' ? [key] : [])),
  );
  test.each(names)('%s', async (key) => {
    const attempt = attempts[key];
    expect(attempt, `${key} is public: say here how foreign values reach it`).toBeDefined();
    await attempt?.();
  });
});
