import type { ChatMessage } from './chat-message.ts';

/** Some stored conversations mark the place where the tools ran with this. */
const BREAK = '<!-- tool-break -->';

/**
 * The answer alone. Older messages hold their commentary in front of it: that is taken off where it leads the content, in the
 * order of the calls. An answer that says the same words again keeps them.
 *
 * @example
 * getMessageText({ content: 'I search. Only the linter.', toolCalls: [{ id: 'c1', name: 'search', args: {}, status: 'completed', commentary: 'I search.' }] }); //=> 'Only the linter.'
 */
export function getMessageText(message: Pick<ChatMessage, 'content' | 'toolCalls'>): string {
  const { content, toolCalls } = message ?? {};
  if (typeof content !== 'string') return '';
  if (!Array.isArray(toolCalls) || toolCalls.length === 0) return content;
  let start = afterGap(content, 0, false);
  for (const call of toolCalls) {
    const commentary = typeof call?.commentary === 'string' ? call.commentary.trim() : '';
    if (commentary !== '' && leads(content, start, commentary))
      start = afterGap(content, start + commentary.length, true);
  }
  return content.slice(start).trim();
}

/** The commentary must end at the end of a word: "Search" is not the beginning of "Searching". A capital letter after it begins the answer: "Let me lookFound". */
function leads(content: string, start: number, commentary: string): boolean {
  if (!content.startsWith(commentary, start)) return false;
  const end = start + commentary.length;
  const [last, next] = [commentary.slice(-2), content.slice(end, end + 2)];
  if (!/[\p{L}\p{N}]$/u.test(last) || !/^[\p{L}\p{N}]/u.test(next)) return true;
  return /\s/.test(commentary) && /\p{Ll}$/u.test(last) && /^\p{Lu}/u.test(next);
}

function afterGap(content: string, from: number, breaks: boolean): number {
  let index = from;
  for (;;) {
    while (index < content.length && /\s/.test(content.charAt(index))) index += 1;
    if (!breaks || !content.startsWith(BREAK, index)) return index;
    index += BREAK.length;
  }
}
