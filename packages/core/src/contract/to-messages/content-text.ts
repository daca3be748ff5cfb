import type { ContentPart } from '../../ledger/content-part.ts';

/** The parts as text; what is no text is named, so that nobody takes an image for silence. `contentText(message.parts)` */
export function contentText(parts: readonly ContentPart[]): string {
  return parts.map(partText).join('\n');
}

function partText(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'file':
      return part.name === undefined ? `[${part.type}]` : `[${part.type}: ${part.name}]`;
    case 'reference':
      return `[reference: ${part.name}]`;
    default:
      return part satisfies never;
  }
}
