/** A part of a step that is words, or stands among them. */
import type { Part } from '../../ledger/thread-state.ts';
import type { Segment } from '../item.ts';

export type WordsPart = Extract<Part, { kind: 'text' | 'refusal' | 'file' | 'source' }>;

export function hasWords(part: Part): part is WordsPart {
  return part.kind === 'text' || part.kind === 'refusal' || part.kind === 'file' || part.kind === 'source';
}

export function isBlank(part: Part): boolean {
  return (part.kind === 'text' || part.kind === 'reasoning' || part.kind === 'refusal') && part.text.trim() === '';
}

export function wordsOf(part: WordsPart): string {
  if (part.kind !== 'file' && part.kind !== 'source') return part.text;
  return part.text === '' && part.content?.type !== 'text' ? (part.content?.name ?? part.kind) : part.text;
}

export function segmentOf(part: WordsPart): Segment {
  if ((part.kind === 'file' || part.kind === 'source') && part.content !== undefined) {
    return { kind: 'content', content: part.content };
  }
  return { kind: 'text', text: wordsOf(part) };
}
