/** Messages into the body of a request to `POST …/models/{model}:streamGenerateContent`. */
import type { CompletionMessage } from '@toolthread/core/context';
import { isJsonObject } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { MARKER } from '../../wire/encode/encode-request.ts';
import type { EncodeRequest, TakeNote } from '../../wire/encode/encode-request.ts';
import { alternateTurns } from '../../wire/encode/alternate-turns.ts';
import type { WireTurn } from '../../wire/encode/alternate-turns.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { asCalls } from '../../wire/encode/as-calls.ts';
import { paired } from '../../wire/encode/paired.ts';
import { splitSystem } from '../../wire/encode/split-system.ts';
import { textPart } from './content-part.ts';
import { modelParts } from './model-parts.ts';
import { toolList } from './tool-list.ts';
import { isResponse, userParts } from './user-parts.ts';
import { RULES } from '../rules.ts';
import { isNew } from './part.ts';
import type { Part } from './part.ts';

/** A message of a Gemini request. */
export interface GeminiContent extends JsonObject {
  readonly role: 'user' | 'model';
  readonly parts: readonly Part[];
}

/** The model is in the address, not in the body. */
export interface GeminiBody extends JsonObject {
  readonly contents: readonly GeminiContent[];
}

/**
 * The body of a streaming request to the Gemini API.
 *
 * @example
 * import { completionMessage } from '@toolthread/core/context';
 * const messages = [completionMessage('user', [{ type: 'text', text: 'Hello' }], 'user')];
 * encode({ model: 'gemini-3-pro', messages, tools: [] }).contents; //=> [{ role: 'user', parts: [{ text: 'Hello' }] }]
 */
export function encode(request: EncodeRequest, note: TakeNote = () => undefined): GeminiBody {
  const { model, maxTokens, options = {} } = request;
  const { tools: serverTools, generationConfig, ...others } = options;
  const target = { provider: request.provider ?? RULES.provider, api: RULES.api, model };
  const { system: words, spoken } = splitSystem(request.system, asCalls(paired(request.messages), target));
  const system = words.map(textPart).filter((part) => part !== undefined);
  const tools = toolList(request.tools, serverTools);
  const limit = maxTokens === undefined ? {} : { maxOutputTokens: maxTokens };
  const config =
    generationConfig !== undefined && isJsonObject(generationConfig) ? { ...generationConfig, ...limit } : limit;
  return {
    ...others,
    ...(system.length > 0 ? { systemInstruction: { parts: system } } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    ...(Object.keys(config).length > 0 ? { generationConfig: config } : {}),
    contents: contentsOf(turnsOf(spoken, target, note)),
  };
}

function turnOf(message: CompletionMessage, target: ModelId, names: readonly string[]): WireTurn<Part> {
  if (message.role === 'assistant') return { role: 'assistant', pieces: modelParts(message, target) };
  return { role: 'user', pieces: userParts(message, names, isNew(target.model)) };
}

function turnsOf(spoken: readonly CompletionMessage[], target: ModelId, note: TakeNote): readonly WireTurn<Part>[] {
  const turns = spoken.map((message, index) => turnOf(message, target, namesIn(spoken[index - 1])));
  return alternateTurns(turns, { marker: { text: MARKER }, note, mayEndWith: () => false });
}

/** A response has the name of its call, also where the result has another. */
function namesIn(before: CompletionMessage | undefined): readonly string[] {
  if (before?.role !== 'assistant') return [];
  return before.parts.flatMap((part) => (part.type === 'call' && part.runs === 'here' ? [part.name] : []));
}

/** The provider refuses other parts beside the responses: what people said meanwhile is a content of its own. */
function contentsOf(turns: readonly WireTurn<Part>[]): GeminiContent[] {
  const contents: GeminiContent[] = [];
  for (const { role, pieces } of turns) {
    const [first] = pieces;
    const words =
      role === 'user' && first !== undefined && isResponse(first) ? pieces.findIndex((part) => !isResponse(part)) : -1;
    if (words === -1) {
      contents.push({ role: role === 'user' ? 'user' : 'model', parts: pieces });
      continue;
    }
    contents.push({ role: 'user', parts: pieces.slice(0, words) }, { role: 'user', parts: pieces.slice(words) });
  }
  return contents;
}
