import type { Timeline } from '../timeline/item.ts';
import { BlocksWriter } from './blocks-writer.ts';
import { renderLines } from './render-lines.ts';

/** `blocks`: `<tool>` blocks with plain words between; `collapsed`: groups as one line; `expanded`: with their entries. */
export type TextForm = 'blocks' | 'collapsed' | 'expanded';

/**
 * A timeline as text: lines for people, or blocks for a chat that carries nothing but text.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * renderText(timeline(exampleThread), { form: 'collapsed' }).split('\n')[2]; //=> '🔧 2 tool calls · 1 failed (show details)'
 */
export function renderText(timeline: Timeline, { form }: { readonly form: TextForm }): string {
  switch (form) {
    case 'blocks':
      return new BlocksWriter().write(timeline.items);
    case 'collapsed':
    case 'expanded':
      return renderLines(timeline, form);
    default:
      return form satisfies never;
  }
}
