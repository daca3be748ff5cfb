import type { Phase } from '@toolthread/core';
import { textOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import { clientCall } from '../client-call.ts';
import { hostedCall } from '../hosted-call.ts';
import { phaseOf } from '@toolthread/core/events';

/** One content of a message: its part, and what of it was streamed. */
export interface OpenContent {
  readonly part: number;
  readonly kind: 'text' | 'refusal';
  text: string;
}

/** An item of the response so far. */
export type OpenItem =
  | { readonly kind: 'message'; readonly contents: Map<number, OpenContent>; phase: Phase | undefined }
  | { readonly kind: 'reasoning'; readonly part: number; text: string; section: string | undefined }
  /** `whole`: the arguments, once the service said that they are complete. Until then arguments that parse may still grow. */
  | { readonly kind: 'call'; readonly part: number; item: Fields; text: string; whole: string | undefined }
  | { readonly kind: 'other' };

/** `nextPart` gives an item its number. */
export function openItem(item: Fields, nextPart: () => number): OpenItem {
  switch (item['type']) {
    case 'message':
      return { kind: 'message', contents: new Map(), phase: phaseOf(item['phase']) };
    case 'reasoning':
      return { kind: 'reasoning', part: nextPart(), text: '', section: undefined };
    default:
      if (nameIn(item) === undefined) return { kind: 'other' };
      return { kind: 'call', part: nextPart(), item, text: '', whole: undefined };
  }
}

export function nameIn(item: Fields): string | undefined {
  return clientCall(item)?.name ?? hostedCall(item)?.name;
}

/** The item that an event without one is about, by the event's type. */
export function impliedItem(event: string): Fields | undefined {
  if (/^response\.(output_text|refusal|content_part)\./.test(event)) return { type: 'message' };
  if (event.startsWith('response.reasoning')) return { type: 'reasoning' };
  if (event.startsWith('response.function_call')) return { type: 'function_call' };
  return event.startsWith('response.custom_tool_call') ? { type: 'custom_tool_call' } : undefined;
}

/** The text of a whole reasoning item: its summary, else its content. */
export function reasoningText(item: Fields): string {
  const said = ['summary', 'content'].map((key) => {
    const list = item[key];
    return Array.isArray(list) ? list.flatMap((piece) => textIn(piece)).join('\n\n') : '';
  });
  return said.find((text) => text !== '') ?? '';
}

function textIn(piece: unknown): string[] {
  const text = typeof piece === 'object' && piece !== null && 'text' in piece ? textOf(piece.text) : undefined;
  return text === undefined ? [] : [text];
}
