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
 * await loadOpenRequest();
 */
export function loadOpenRequest(): Promise<void> {
  return openRequest.load();
}
