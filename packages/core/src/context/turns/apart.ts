import type { CompletionPart } from '../completion-message.ts';

/** A blank line between two answers in a row, if both have words where they meet: `apart(first.parts, second.parts)` */
export function apart(before: readonly CompletionPart[], parts: readonly CompletionPart[]): readonly CompletionPart[] {
  const last = before.findLast(isSeen);
  const at = parts.findIndex(isSeen);
  const first = parts[at];
  if (!isWords(last) || !isWords(first)) return parts;
  return parts.with(at, { ...first, text: `\n\n${first.text}` });
}

type Words = Extract<CompletionPart, { type: 'text' | 'refusal' }>;

function isWords(part: CompletionPart | undefined): part is Words {
  return (part?.type === 'text' || part?.type === 'refusal') && part.text.trim() !== '';
}

/** What a provider may keep apart from the words: reasoning, and blocks that only their maker can read. Blank texts are left out. */
function isSeen(part: CompletionPart): boolean {
  if (part.type === 'text' || part.type === 'refusal') return part.text.trim() !== '';
  return part.type !== 'reasoning' && part.type !== 'opaque';
}
