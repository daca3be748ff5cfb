/** What a request to a model holds, whoever it goes to: the four wires name the same things differently. */
import { fieldsOf, filledTextOf, isFields, isList, textOf, plainJson } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

export interface RequestParts {
  readonly system: readonly string[];
  readonly tools: readonly { readonly name: string; readonly description: string; readonly value: Json }[];
  readonly messages: readonly { readonly role: string; readonly blocks: readonly Block[]; readonly value: Json }[];
  /** All the other fields. */
  readonly parameters: { readonly [name: string]: Json };
}

/** Words, or a value that is not only words. */
export type Block =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly value: Json };

/** `requestParts(body)`: every field of the body is in one of them. */
export function requestParts(body: { readonly [name: string]: Json }): RequestParts {
  const { system, instructions, systemInstruction, tools, messages, contents, input, ...parameters } = body;
  return {
    system: [system, instructions, systemInstruction].flatMap((given) => (given === undefined ? [] : wordsIn(given))),
    tools: tools === undefined ? [] : toolsIn(tools),
    messages: [messages, contents, input].flatMap((given) => (isList(given) ? given.map(messageOf) : [])),
    parameters,
  };
}

function wordsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isList(value)) return value.flatMap(wordsIn);
  const { text, parts } = fieldsOf(value);
  if (typeof text === 'string') return [text];
  return isList(parts) ? parts.flatMap(wordsIn) : [JSON.stringify(value)];
}

function toolsIn(value: Json): RequestParts['tools'] {
  const tools = isList(value) ? value : [value];
  return tools.flatMap((tool) => {
    const { functionDeclarations, function: inside } = fieldsOf(tool);
    if (isList(functionDeclarations)) return toolsIn(functionDeclarations);
    const { name, type, description } = fieldsOf(isFields(inside) ? inside : tool);
    return [{ name: textOf(name) ?? textOf(type) ?? '', description: textOf(description) ?? '', value: tool }];
  });
}

function messageOf(value: Json): RequestParts['messages'][number] {
  const { role, type, content, parts, ...rest } = fieldsOf(value);
  const given = content ?? parts;
  const inside = given === undefined ? [] : isList(given) ? given.flatMap(blocksOf) : blocksOf(given);
  const beside = Object.entries(rest).map(([name, one]): Block => ({ kind: 'value', name, value: one ?? null }));
  return { role: filledTextOf(role) ?? filledTextOf(type) ?? '', value, blocks: [...inside, ...beside] };
}

function blocksOf(value: Json): readonly Block[] {
  if (typeof value === 'string') return [{ kind: 'words', text: value }];
  const { text, type, ...rest } = fieldsOf(value);
  const name = filledTextOf(type) ?? Object.keys(rest)[0] ?? '';
  if (typeof text !== 'string') return [{ kind: 'value', name, value }];
  const words: Block = { kind: 'words', text };
  return Object.keys(rest).length === 0 ? [words] : [words, { kind: 'value', name: '', value: plainJson(rest) ?? {} }];
}
