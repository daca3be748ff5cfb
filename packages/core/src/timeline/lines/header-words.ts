/** Words of the forms in plain text: a page draws these otherwise, and does not load them. */
import { HUMAN } from '../../ledger/human.ts';
import { countOf } from '../../text/amounts/format-size.ts';
import type { AnswerItem, MessageItem, StatusItem } from '../item.ts';
import { answerEndings, answerMeta } from './answer-text.ts';
import { oneLine } from './cut-result.ts';
import { headerCounts, toolCalls } from './group-header.ts';
import type { GroupHeader } from './group-header.ts';

export interface HeaderWords {
  readonly label: string;
  /** What a click would do. */
  readonly hint: string;
}

/**
 * One line in two pieces: `🔧 3 tool calls · 1 failed` ` (show details)`, `Working · search_files · 3 tool calls ⏳`, `Thinking…`.
 * An open group always counts its calls: its entries tell the rest.
 */
export function headerWords(header: GroupHeader, open: boolean): HeaderWords {
  if (header.calls === 0) return { label: header.label, hint: '' };
  const counts = headerCounts(header).map(({ text }) => text);
  if (header.state !== 'working' || open) {
    return { label: [toolCalls(header.calls), ...counts].join(' · '), hint: ` (${open ? 'hide' : 'show'} details)` };
  }
  const tool = header.call === undefined ? [] : [oneLine(header.call.name)];
  const words = [header.label, ...tool, countOf(header.calls, 'tool call'), ...counts].join(' · ');
  return { label: `${words} ⏳`, hint: '' };
}

/** `authorText({ author: '@human' }) === 'You'`; if several people are known, the name of the one who said it. */
export function authorText({ author, by }: Pick<MessageItem, 'author' | 'by'>): string {
  return author === HUMAN ? (by ?? 'You') : author.replace(/^@/, '');
}

/** The line under an answer, and how the answer ended if it was not finished. Empty if nothing is known. */
export function answerNotes(item: AnswerItem): readonly [] | readonly [meta: string, ending?: string] {
  const ending = answerEndings[item.state];
  if (ending !== undefined) return [answerMeta(item), ending];
  const { model, durationMs, tokens } = item;
  const isKnown = model !== undefined || durationMs !== undefined || tokens !== undefined;
  return item.state === 'streaming' || !isKnown ? [] : [answerMeta(item)];
}

/** Comes before the text of a status, if no frame says it. */
export function statusMark({ level }: StatusItem): string {
  return level === 'error' ? 'Error: ' : '';
}
