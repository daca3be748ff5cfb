import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import type { CodeSpan } from './highlight.ts';

/** Code in its colours. */
export function CodeSpans({ spans }: { readonly spans: readonly CodeSpan[] }): ReactNode {
  return spans.map((span, index) =>
    typeof span === 'string' ? (
      <VisibleText key={index} text={span} />
    ) : (
      <span key={index} className={span.scope === '' ? undefined : scopeClass(span.scope)}>
        <CodeSpans spans={span.spans} />
      </span>
    ),
  );
}

/** `title.function` has the classes `tt-hl-title tt-hl-function`. */
function scopeClass(scope: string): string {
  return scope
    .split('.')
    .map((word) => `tt-hl-${word.replace(/[^\w-]/g, '')}`)
    .join(' ');
}
