import type { ReactNode } from 'react';
import { late } from '../parts/late.ts';
import type { Late } from '../parts/late.ts';
import type { OpenRequestProps } from './open-request.tsx';

type OpenRequest = (props: OpenRequestProps) => ReactNode;

/** No page needs a card to open. */
export const openRequest: Late<{ readonly OpenRequest: OpenRequest }> = late(() => import('./open-request.tsx'));

/**
 * Fetches what draws a card. A thread that is shown does it by itself, long before somebody is asked. Who draws one where no effect runs
 * waits for it first: `await loadOpenRequest()`.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * import { RequestCard } from '@toolthread/react';
 * await loadOpenRequest();
 * const settled = exampleItem('request');
 * const item = { ...settled, request: { ...settled.request, settled: undefined } };
 * renderToStaticMarkup(<RequestCard item={item} />).includes('aria-label="Question"'); //=> true
 */
export function loadOpenRequest(): Promise<void> {
  return openRequest.load();
}
