import type { Request } from '@toolthread/core';
import { maySettle } from '@toolthread/core/queries';
import type { ThreadSettings } from '../thread/thread-settings.tsx';

/** Whether the reader of a thread is asked, and nobody else: `isForReader(settings, item.request)`. */
export function isForReader(
  { may, approvers, askedElsewhere }: Pick<ThreadSettings, 'may' | 'approvers' | 'askedElsewhere'>,
  request: Request,
): boolean {
  if (may === 'read' || askedElsewhere === true) return false;
  return maySettle(request, approvers === undefined ? undefined : ['write']);
}
