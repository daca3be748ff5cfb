import type { EventDraft } from '@toolthread/core';
import type { Redactor } from './redactor.ts';

/**
 * The words of a tool, a policy or a provider get into a run's own events, too: titles of requests, reasons, errors. What was marked on its
 * way, because it came in pieces or is large, and what a person said, stays as it is.
 */
export function withoutSecrets(draft: EventDraft, redactor: Redactor): EventDraft {
  if (draft.type === 'request.opened') {
    const { title, covers } = draft;
    return {
      ...draft,
      ...(title === undefined ? {} : { title: redactor.text(title) }),
      ...(covers === undefined ? {} : { covers: redactor.text(covers) }),
    };
  }
  if (draft.type === 'request.resolved' && draft.reason !== undefined) {
    return { ...draft, reason: redactor.text(draft.reason) };
  }
  if (draft.type === 'agent.status' && draft.error_message !== undefined) {
    return { ...draft, error_message: redactor.text(draft.error_message) };
  }
  return draft;
}
