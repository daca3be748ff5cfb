import { countOf } from '../../text/format-size.ts';
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
