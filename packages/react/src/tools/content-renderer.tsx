import { callResult } from '@toolthread/core';
import type { Call } from '@toolthread/core';
import type { ReactNode } from 'react';
import { ContentParts } from '../parts/content-parts.tsx';
import type { ToolRenderer } from './tool-renderer.ts';

/** Results with images, files or references: the words by the usual rule, the rest drawn below them. */
export const contentRenderer: ToolRenderer = {
  name: 'content',
  matches: (call) => callResult(call)?.parts.some((part) => part.type !== 'text') ?? false,
  words(call) {
    const texts = callResult(call)?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? [];
    return texts.length === 0 ? undefined : texts.join('\n');
  },
  Result: ContentResult,
};

function ContentResult({ call }: { readonly call: Call }): ReactNode {
  const parts = callResult(call)?.parts.filter((part) => part.type !== 'text') ?? [];
  return <ContentParts parts={parts} />;
}
