import type { ContentPart } from '../ledger/content-part.ts';

/** What stands for a part where only text can stand: `[image: chart.png]`. */
export function contentText(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'file':
      return `[${part.type}: ${part.name ?? part.media_type}]`;
    case 'reference':
      return `[reference: ${part.name}]`;
    default:
      return part satisfies never;
  }
}

/**
 * Parts as text: what is no text is named, so that nobody takes an image for silence.
 *
 * @example
 * contentsText([{ type: 'text', text: 'See' }, { type: 'reference', name: 'Notes' }]); //=> 'See\n[reference: Notes]'
 */
export function contentsText(parts: readonly ContentPart[]): string {
  return parts.map(contentText).join('\n');
}
