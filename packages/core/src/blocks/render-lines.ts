import { linesOf } from '../timeline/lines/lines-of.ts';
import type { Timeline } from '../timeline/item.ts';
import { visible } from '../text/visible.ts';

/** A timeline as a person reads it if there is nothing but text. No text moves the cursor ([L7]). */
export function renderLines({ items }: Timeline, form: 'collapsed' | 'expanded'): string {
  const rows: string[] = [];
  for (const { kind, spans, indent, opens } of linesOf(items, form)) {
    if (kind === 'end') continue;
    if (opens && rows.length > 0) rows.push('');
    const text = spans.map((span) => span.text).join('');
    for (const row of text.split('\n')) rows.push(row === '' ? '' : ' '.repeat(indent) + row);
  }
  return visible(rows.join('\n'));
}
