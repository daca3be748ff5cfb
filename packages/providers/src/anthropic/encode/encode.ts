/** Messages into the body of a request to `POST /v1/messages`. */
import type { CompletionMessage } from '@toolthread/core/context';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { MARKER } from '../../wire/encode/encode-request.ts';
import type { EncodeRequest, TakeNote } from '../../wire/encode/encode-request.ts';
import { alternateTurns } from '../../wire/encode/alternate-turns.ts';
import type { WireTurn } from '../../wire/encode/alternate-turns.ts';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { asCalls } from '../../wire/encode/as-calls.ts';
import { paired } from '../../wire/encode/paired.ts';
import { splitSystem } from '../../wire/encode/split-system.ts';
import { assistantBlocks } from './assistant-blocks.ts';
import { markCache, markLast } from './mark-cache.ts';
import { textBlock } from './content-block.ts';
import { liveParts, serverFacts } from './server-facts.ts';
import type { Live } from './server-facts.ts';
import { PLACEHOLDER, toolList } from './tool-list.ts';
import { carriedFrom, userBlocks } from './user-blocks.ts';
import { RULES } from '../rules.ts';
import { isServerResult, isThinking } from './block.ts';
import { withoutLastThinking } from './without-last-thinking.ts';
import type { Block } from './block.ts';

/** The provider requires a limit. */
const MAX_TOKENS = 16_000;

/** A message of a Messages request. */
export interface AnthropicMessage extends JsonObject {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
}

/** The body of a Messages request, as far as its fields are fixed. */
export interface AnthropicBody extends JsonObject {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly AnthropicMessage[];
}

/**
 * The body of a streaming request to the Messages API.
 *
 * @example
 * import { completionMessage } from '@toolthread/core/context';
 * const messages = [completionMessage('user', [{ type: 'text', text: 'Hello' }], 'user')];
 * encode({ model: 'claude-opus-4-7', messages, tools: [] }).messages[0]?.role; //=> 'user'
 */
export function encode(request: EncodeRequest, note: TakeNote = () => undefined): AnthropicBody {
  const { model, options = {} } = request;
  const { tools: serverTools, max_tokens: maxTokens, thinking, ...others } = options;
  const target = { provider: request.provider ?? RULES.provider, api: RULES.api, model };
  const { system: words, spoken } = splitSystem(request.system, asCalls(paired(request.messages), target));
  const turns = turnsOf(spoken, target, note);
  const tools = toolList(request.tools, serverTools);
  const isBare = tools.length === 0 && turns.some(({ pieces }) => pieces.some(isCall));
  if (isBare) note('placeholder-tool');
  const mayThink = fieldsOf(thinking)['type'] !== 'enabled' || startsWithThinking(turns);
  if (!mayThink) note('thinking-off');
  const mark = others['cache_control'] === undefined;
  const system = words.map(textBlock).filter((block) => block !== undefined);
  return {
    ...others,
    ...(thinking !== undefined && mayThink ? { thinking } : {}),
    ...(isBare ? { tools: [PLACEHOLDER], tool_choice: { type: 'none' } } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    ...(system.length > 0 ? { system: mark ? markLast(system) : system } : {}),
    ...containerOf(spoken, target),
    model,
    max_tokens: request.maxTokens ?? (typeof maxTokens === 'number' ? maxTokens : MAX_TOKENS),
    messages: (mark ? markCache(turns) : turns).map(({ role, pieces }) => ({ role, content: pieces })),
    stream: true,
  };
}

const NOTHING_LIVE: Live = { calls: new Set(), results: new Set() };

function turnsOf(spoken: readonly CompletionMessage[], target: ModelId, note: TakeNote): readonly WireTurn<Block>[] {
  const live = liveParts(spoken.map((message) => serverFacts(message, target)));
  const turns = spoken.map((message, index): WireTurn<Block> => ({
    role: message.role === 'assistant' ? 'assistant' : 'user',
    pieces:
      message.role === 'assistant'
        ? assistantBlocks(message, target, live[index] ?? NOTHING_LIVE)
        : userBlocks(message, target, carriedFrom(spoken[index - 1])),
    ...(message.cacheControl === undefined ? {} : { isCached: true }),
  }));
  return alternateTurns(withoutLastThinking(turns), {
    marker: { type: 'text', text: MARKER },
    note,
    mayEndWith: isPaused,
  });
}

/** The provider paused between its own tools. It goes on if the turn comes back unchanged. */
function isPaused({ pieces }: WireTurn<Block>): boolean {
  const last = pieces.at(-1);
  return last !== undefined && (isServerResult(last) || /^(server|mcp)_tool_use$/.test(last.type));
}

function isCall({ type }: Block): boolean {
  return type === 'tool_use' || type === 'tool_result';
}

/** With thinking enabled, the turn whose calls are being answered must start with thinking. */
function startsWithThinking(turns: readonly WireTurn<Block>[]): boolean {
  const last = turns.findLast(({ role }) => role === 'assistant')?.pieces ?? [];
  const first = last[0];
  return first === undefined || isThinking(first) || !last.some(isCall);
}

/** If code of the provider waits for results, the request has to name its container again. */
function containerOf(messages: readonly CompletionMessage[], target: ModelId): { readonly container?: string } {
  const last = messages.findLast(({ role }) => role === 'assistant');
  if (last?.parts.some((part) => part.type === 'call' && part.runs === 'here') !== true) return {};
  for (const part of last.parts.toReversed()) {
    const container = part.type === 'opaque' ? textOf(ownData(part.blob, target)?.['container']) : undefined;
    if (container !== undefined) return { container };
  }
  return {};
}
