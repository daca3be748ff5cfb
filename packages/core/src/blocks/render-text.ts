import type { Timeline } from '../timeline/item.ts';
import { renderBlocks } from './render-blocks.ts';
import { renderLines } from './render-lines.ts';

/** `blocks`: `<tool>` blocks with plain words between; `collapsed`: groups as one line; `expanded`: with their entries. */
export type TextForm = 'blocks' | 'collapsed' | 'expanded';

/** `renderText(timeline(state), { form: 'collapsed' }) === '🔧 5 tool calls (show details)'` */
export function renderText(timeline: Timeline, { form }: { readonly form: TextForm }): string {
  switch (form) {
    case 'blocks':
      return renderBlocks(timeline);
    case 'collapsed':
    case 'expanded':
      return renderLines(timeline, form);
    default:
      return form satisfies never;
  }
}
