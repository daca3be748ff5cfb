/** Words, files and sources of a step, as parts and as chunks. */
import type { ContentPart } from '../../../ledger/content-part.ts';
import type { LedgerEvent } from '../../../ledger/ledger-event.ts';
import type { Part, Step, ThreadState } from '../../../ledger/thread-state.ts';
import { blobAddress } from '../../blob-address.ts';
import type { UiChunk, UiPart } from './ui-message.ts';

/** Words that a page is told of, and may still be told more of. */
export interface OpenWords {
  readonly kind: 'text' | 'reasoning';
  readonly id: string;
  /** The step's key. */
  readonly step: string;
}

interface Grown {
  readonly before: ThreadState;
  readonly step: Step;
  readonly index: number;
  readonly event: LedgerEvent;
  /** The path under which the server is reached. */
  readonly base: string;
}

/** What is new in a part since `before`. A text that is not what was streamed cannot be said: undefined. */
export function wordChunks(
  open: readonly OpenWords[],
  { before, step, index, event, base }: Grown,
): readonly UiChunk[] | undefined {
  const part = step.parts.at(index);
  if (part === undefined) return [];
  const id = partId(step, index);
  if (part.kind !== 'text' && part.kind !== 'reasoning') return wholeChunks(part, id, base);
  const { kind, text } = part;
  const known = before.steps.get(step.key)?.parts.at(index);
  const told = known?.kind === kind ? known.text : undefined;
  const isDelta = event.type === 'agent.text.delta' || event.type === 'agent.reasoning.delta';
  if (!isDelta && told !== undefined && !text.startsWith(told)) return undefined;
  // Cut from the delta: slicing the whole would copy it at every delta.
  const from = told?.length ?? 0;
  const delta = isDelta ? event.text.slice(from - event.offset) : text.slice(from);
  const isOpen = open.some((each) => each.id === id);
  const phase = part.kind === 'text' && part.phase !== undefined ? { toolthread: { phase: part.phase } } : {};
  const starts = !isOpen && (told === undefined || delta !== '');
  return [
    ...(starts ? [{ type: `${kind}-start` as const, id, ...phase }] : []),
    ...(delta === '' ? [] : [{ type: `${kind}-delta` as const, id, delta }]),
    ...(part.complete && (isOpen || starts) ? [{ type: `${kind}-end` as const, id, ...phase }] : []),
  ];
}

/** Words end where the next part of their step begins, with the step, and when nobody is at work any more. */
export function closingChunks(open: readonly OpenWords[], closes: (words: OpenWords) => boolean): UiChunk[] {
  return open.filter(closes).map(({ kind, id }) => ({ type: `${kind}-end` as const, id }));
}

/** The words that are open after a chunk of that step. */
export function openAfter(open: readonly OpenWords[], { type, id }: UiChunk, step: string): readonly OpenWords[] {
  if (type === 'text-start' || type === 'reasoning-start')
    return [...open, { kind: type === 'text-start' ? 'text' : 'reasoning', id: String(id), step }];
  if (type === 'text-end' || type === 'reasoning-end') return open.filter((each) => each.id !== id);
  return type === 'reset-step' ? [] : open;
}

function wholeChunks(part: Part, id: string, base: string): UiChunk[] {
  switch (part.kind) {
    case 'refusal':
      return [
        { type: 'text-start', id },
        { type: 'text-delta', id, delta: part.text },
        { type: 'text-end', id },
      ];
    case 'file':
    case 'source':
      return part.content === undefined ? [] : [contentChunk(part.content, id, base)];
    case 'text':
    case 'reasoning':
    case 'opaque':
    case 'call':
    case 'absent':
      return [];
    default:
      return part satisfies never;
  }
}

/** The part that those chunks make; undefined if there are none. */
export function wordPart(step: Step, index: number, base: string): UiPart | undefined {
  const part = step.parts.at(index);
  const id = partId(step, index);
  switch (part?.kind) {
    case 'text':
    case 'reasoning': {
      const { kind, text, complete } = part;
      const isOver = complete || step.end !== undefined || index < step.parts.length - 1;
      return { type: kind, ...(kind === 'reasoning' ? { id } : {}), text, state: isOver ? 'done' : 'streaming' };
    }
    case 'refusal':
      return { type: 'text', text: part.text, state: 'done' };
    case 'file':
    case 'source':
      return part.content === undefined ? undefined : contentChunk(part.content, id, base);
    case 'opaque':
    case 'call':
    case 'absent':
    case undefined:
      return undefined;
    default:
      return part satisfies never;
  }
}

export function partId({ step, scope }: Step, index: number): string {
  return scope === undefined ? `${step}.${index}` : `${step}.${index} ${scope}`;
}

function contentChunk(content: ContentPart, id: string, base: string): UiChunk {
  switch (content.type) {
    case 'text':
      return { type: 'source-document', sourceId: id, mediaType: 'text/plain', title: content.text };
    case 'image':
    case 'file':
      return {
        type: 'file',
        mediaType: content.media_type,
        url: blobAddress(content.source, content.media_type, base),
      };
    case 'reference':
      return content.uri === undefined
        ? { type: 'source-document', sourceId: id, mediaType: 'text/plain', title: content.name }
        : { type: 'source-url', sourceId: id, url: content.uri, title: content.name };
    default:
      return content satisfies never;
  }
}

/** What a person sent. */
export function saidPart(content: ContentPart, base: string): UiPart {
  if (content.type === 'text') return { type: 'text', text: content.text };
  if (content.type === 'reference') return { type: 'text', text: content.name };
  const { media_type: mediaType, source, name } = content;
  const url = blobAddress(source, mediaType, base);
  return { type: 'file', mediaType, url, ...(name === undefined ? {} : { filename: name }) };
}
