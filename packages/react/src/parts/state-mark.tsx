import type { ReactNode } from 'react';

/** What a mark says. */
export type MarkState = 'idle' | 'working' | 'waiting' | 'failed' | 'interrupted' | 'done';

/**
 * A dot, or a ring that turns while somebody works. Its meaning is also in words beside it, or in `label`.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<StateMark state="working" label="Working" />).includes('Working'); //=> true
 */
export function StateMark({ state, label }: { readonly state: MarkState; readonly label?: string }): ReactNode {
  const name = state === 'working' ? 'tt-spinner' : 'tt-dot';
  if (label === undefined) return <span className={name} data-state={state} aria-hidden="true" />;
  return <span className={name} data-state={state} role="img" aria-label={label} title={label} />;
}
