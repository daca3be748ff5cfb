/** A content block while it streams. Its kind is decided once, when it starts. */
import { fieldsOf, isJsonObject, parsedJson, textOf } from '@toolthread/core/json';
import type { Fields, Json } from '@toolthread/core/json';
import { checkedJson } from '../../wire/decode/checked-json.ts';
import { writtenArguments } from '../../wire/decode/written-arguments.ts';

export type OpenBlock = { readonly part: number; readonly index: number | undefined; readonly start: Fields } & (
  | { readonly kind: 'text'; readonly citations: Json[] }
  | { readonly kind: 'thinking'; signature: string | undefined }
  | { readonly kind: 'call'; readonly runs: 'here' | 'provider'; json: string }
  | { readonly kind: 'opaque'; readonly grown: Map<string, Json>; json: string }
);

export function openBlock(part: number, index: number | undefined, start: Fields): OpenBlock {
  const type = textOf(start['type']) ?? '';
  switch (type) {
    case 'text':
      return { part, index, start, kind: 'text', citations: citationsIn(start) };
    case 'thinking':
      return { part, index, start, kind: 'thinking', signature: textOf(start['signature']) };
    case 'tool_use':
      return { part, index, start, kind: 'call', runs: 'here', json: '' };
    default:
      if (type.endsWith('_tool_use')) return { part, index, start, kind: 'call', runs: 'provider', json: '' };
      return { part, index, start, kind: 'opaque', grown: new Map(), json: '' };
  }
}

function citationsIn(start: Fields): Json[] {
  const citations = checkedJson(start['citations']);
  return Array.isArray(citations) ? [...citations] : [];
}

/** The arguments, byte for byte as they streamed; where none streamed, the input that came with the start. */
export function argumentsOf(block: Extract<OpenBlock, { kind: 'call' }>): string {
  return block.json === '' ? writtenArguments(block.start['input']) : block.json;
}

/** In a message that was cut, only arguments that parse are known to be complete. */
export function isWhole(block: Extract<OpenBlock, { kind: 'call' }>): boolean {
  if (block.json === '') return Object.keys(fieldsOf(block.start['input'])).length > 0;
  return parsedJson(block.json) !== undefined;
}

/** A delta of a block of unknown type: texts are joined, other values are replaced. */
export function growOpaque(block: Extract<OpenBlock, { kind: 'opaque' }>, delta: Fields): void {
  const partial = textOf(delta['partial_json']);
  if (partial !== undefined) {
    block.json += partial;
    return;
  }
  for (const [key, value] of Object.entries(delta)) {
    const next = checkedJson(value);
    if (key === 'type' || next === undefined) continue;
    const before = block.grown.get(key) ?? checkedJson(block.start[key]);
    block.grown.set(key, typeof before === 'string' && typeof next === 'string' ? before + next : next);
  }
}

/** The whole block, to be sent back unchanged; `undefined` if it cannot be kept. */
export function wholeBlock(block: Extract<OpenBlock, { kind: 'opaque' }>): Json | undefined {
  const start = checkedJson(block.start);
  if (start === undefined || !isJsonObject(start)) return undefined;
  const input = block.json === '' ? [] : [['input', inputOf(block.json)] as const];
  return Object.fromEntries([...Object.entries(start), ...block.grown, ...input]);
}

function inputOf(json: string): Json {
  return checkedJson(fieldsOf(parsedJson(json))) ?? {};
}
