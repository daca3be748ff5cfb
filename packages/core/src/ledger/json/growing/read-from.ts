/** The reader: takes characters of a chunk into a draft of the next state. */
import { Vector } from '../../../structure/vector.ts';
import { exactNumber } from '../exact-number.ts';
import { JSON_HEAD } from './json-node.ts';
import type { JsonNode } from './json-node.ts';
import { mayEnd, numberStart, numberStep } from './number-step.ts';
import type { NumberPlace } from './number-step.ts';
import { containerOf, literalNode, withValue } from './literal-node.ts';
import type { Literal, PartialJson, Token } from './literal-node.ts';

/** Deeper nesting is malformed: no reader of the value may overflow its stack. */
export const JSON_DEPTH_LIMIT = 256;
/** A longer number is malformed: its value is read again after each delta, so its length must be bounded. */
export const JSON_NUMBER_LIMIT = 1024;

export type Draft = { -readonly [Field in keyof PartialJson]: PartialJson[Field] };
type StringToken = Extract<Token, { readonly escape: string }>;
type NumberToken = Extract<Token, { readonly kind: 'number' }>;
type LiteralToken = Extract<Token, { readonly kind: 'literal' }>;

/** The characters that JSON is written with, as code units. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
/** An escape that the next chunk may end. */
const BEGUN_ESCAPE = /^\\(?:u[\da-fA-F]{0,3})?$/;

/** Reads at least one character, or marks the draft malformed, or ends a number; gives the index to go on from. */
export function readFrom(draft: Draft, chunk: string, index: number): number {
  const token = draft.token;
  switch (token?.kind) {
    case 'string':
    case 'key':
      return readString(draft, token, chunk, index);
    case 'number':
      return readNumber(draft, token, chunk, index);
    case 'literal':
      return readLiteral(draft, token, chunk, index);
    case undefined:
      readBetween(draft, chunk.charCodeAt(index), chunk.charAt(index));
      return index + 1;
    default:
      return token satisfies never;
  }
}

function readString(draft: Draft, token: StringToken, chunk: string, start: number): number {
  const { end, isPlain } = stringPiece(chunk, start);
  const grown = withText(token, isPlain ? chunk.slice(start, end) : unescaped(chunk, start, end));
  if (chunk.charCodeAt(end) === QUOTE) {
    endString(draft, grown);
    return end + 1;
  }
  const escape = chunk.slice(end, end + 6);
  draft.malformed = escape !== '' && !BEGUN_ESCAPE.test(escape);
  draft.token = draft.malformed ? grown : { ...grown, escape };
  return chunk.length;
}

/** Up to its quote, the end of the chunk, or what no text has. `isPlain`: it has no escape. */
function stringPiece(chunk: string, start: number): { readonly end: number; readonly isPlain: boolean } {
  let isPlain = true;
  for (let end = start; end < chunk.length; end += 1) {
    const code = chunk.charCodeAt(end);
    if (code === QUOTE || code < 0x20) return { end, isPlain };
    if (code !== BACKSLASH) continue;
    ESCAPE.lastIndex = end;
    if (!ESCAPE.test(chunk)) return { end, isPlain };
    isPlain = false;
    end = ESCAPE.lastIndex - 1;
  }
  return { end: chunk.length, isPlain };
}

/** With the quotes that are around it in the chunk, a text is in memory once more and not twice: it may have a hundred megabytes. */
function unescaped(chunk: string, start: number, end: number): string {
  const isWhole = start > 0 && end < chunk.length && chunk.charCodeAt(end) === QUOTE;
  return JSON.parse(isWhole ? chunk.slice(start - 1, end + 1) : `"${chunk.slice(start, end)}"`);
}

function withText(token: StringToken, more: string): StringToken {
  const text = token.text + more;
  if (text.length <= JSON_HEAD) return { kind: token.kind, text, head: text, escape: '' };
  const head = token.text.length < JSON_HEAD ? text.slice(0, JSON_HEAD) : token.head;
  return { kind: token.kind, text, head, escape: '' };
}

function endString(draft: Draft, { kind, text, head }: StringToken): void {
  if (kind === 'string') {
    endValue(draft, { kind: 'string', text, head, complete: true });
    return;
  }
  if (draft.frame?.kind === 'object') draft.frame = { ...draft.frame, key: text };
  draft.token = undefined;
  draft.place = 'colon';
}

function readNumber(draft: Draft, token: NumberToken, chunk: string, start: number): number {
  let place: NumberPlace = token.place;
  let end = start;
  const limit = Math.min(chunk.length, start + JSON_NUMBER_LIMIT - token.text.length);
  for (; end < limit; end += 1) {
    const next = numberStep(place, chunk.charCodeAt(end));
    if (next === undefined) break;
    place = next;
  }
  const text = token.text + chunk.slice(start, end);
  draft.token = { kind: 'number', text, place };
  if (end === chunk.length) return end;
  const goesOn = numberStep(place, chunk.charCodeAt(end)) !== undefined;
  if (goesOn || !mayEnd(place)) draft.malformed = true;
  else endValue(draft, { kind: 'number', text, value: exactNumber(text), complete: true });
  return end;
}

function readLiteral(draft: Draft, token: LiteralToken, chunk: string, index: number): number {
  if (chunk.charAt(index) !== token.word.charAt(token.length)) draft.malformed = true;
  else if (token.length + 1 === token.word.length) endValue(draft, literalNode(token.word, true));
  else draft.token = { ...token, length: token.length + 1 };
  return index + 1;
}

function endValue(draft: Draft, node: JsonNode): void {
  draft.token = undefined;
  if (draft.frame === undefined) {
    draft.root = node;
    draft.place = 'end';
    return;
  }
  draft.frame = withValue(draft.frame, node);
  draft.place = 'comma';
}

function readBetween(draft: Draft, code: number, char: string): void {
  if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) return;
  switch (draft.place) {
    case 'first-item':
      if (code === CLOSE_ARRAY) closeFrame(draft);
      else startValue(draft, code, char);
      return;
    case 'value':
      startValue(draft, code, char);
      return;
    case 'first-key':
      if (code === CLOSE_OBJECT) closeFrame(draft);
      else startKey(draft, code);
      return;
    case 'key':
      startKey(draft, code);
      return;
    case 'colon':
      if (code === COLON) draft.place = 'value';
      else draft.malformed = true;
      return;
    case 'comma': {
      const inArray = draft.frame?.kind === 'array';
      if (code === COMMA) draft.place = inArray ? 'value' : 'key';
      else if (code === (inArray ? CLOSE_ARRAY : CLOSE_OBJECT)) closeFrame(draft);
      else draft.malformed = true;
      return;
    }
    case 'end':
      draft.malformed = true;
      return;
    default:
      draft.place satisfies never;
  }
}

function startValue(draft: Draft, code: number, char: string): void {
  if (code === QUOTE) draft.token = { kind: 'string', text: '', head: '', escape: '' };
  else if (code === OPEN_ARRAY || code === OPEN_OBJECT) openFrame(draft, code);
  else {
    const word = literalOf(char);
    const place = numberStart(code);
    if (word !== undefined) draft.token = { kind: 'literal', word, length: 1 };
    else if (place !== undefined) draft.token = { kind: 'number', text: char, place };
    else draft.malformed = true;
  }
}

function startKey(draft: Draft, code: number): void {
  if (code === QUOTE) draft.token = { kind: 'key', text: '', head: '', escape: '' };
  else draft.malformed = true;
}

function literalOf(char: string): Literal | undefined {
  if (char === 't') return 'true';
  if (char === 'f') return 'false';
  return char === 'n' ? 'null' : undefined;
}

function openFrame(draft: Draft, code: number): void {
  const parent = draft.frame;
  const depth = (parent?.depth ?? 0) + 1;
  if (depth > JSON_DEPTH_LIMIT) {
    draft.malformed = true;
    return;
  }
  const isArray = code === OPEN_ARRAY;
  draft.frame = isArray
    ? { kind: 'array', depth, parent, items: Vector.empty() }
    : { kind: 'object', depth, parent, entries: Vector.empty(), key: '' };
  draft.place = isArray ? 'first-item' : 'first-key';
}

function closeFrame(draft: Draft): void {
  const frame = draft.frame;
  if (frame === undefined) return;
  draft.frame = frame.parent;
  endValue(draft, containerOf(frame, true));
}
