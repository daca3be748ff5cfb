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

/** `contentsText([{ type: 'text', text: 'a' }]) === 'a'` */
export function contentsText(parts: readonly ContentPart[]): string {
  return parts.map(contentText).join('\n');
}
