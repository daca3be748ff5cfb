import type { ContentPart } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { contentParts } from '@toolthread/core/unified';

/** A text, or a list of texts and images, without the empty ones. */
export function filledParts(content: Json | undefined): readonly ContentPart[] {
  return contentParts(content).filter((part) => part.type !== 'text' || part.text !== '');
}
