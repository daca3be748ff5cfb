import type { RequestItem } from '@toolthread/core';
import { labelText, speakerName } from '@toolthread/core/lines';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { StateMark } from '../parts/state-mark.tsx';
import { ApprovalForm } from './approval-form.tsx';
import { ProposedLabel } from './proposed-text.tsx';
import { QuestionForm } from './question-form.tsx';

export interface OpenRequestProps {
  readonly item: RequestItem;
  readonly title: string;
}

/** What is asked, and the ways to settle it: the only card with a border. */
export function OpenRequest({ item: { request, call, scope }, title }: OpenRequestProps): ReactNode {
  const card = useRef<HTMLElement>(null);
  const asks = request.kind === 'question' || request.kind === 'elicitation' || request.questions.length > 0;
  // Whoever wrote the title, the name of the tool stands there.
  const unnamed = !asks && call !== undefined && request.title?.startsWith(`Run ${call.name}?`) === false;
  return (
    <section ref={card} className="tt-request" data-request={request.id} aria-label={asks ? 'Question' : 'Approval'}>
      <h4>
        <StateMark state="waiting" />
        <span className="tt-request-title">
          <ProposedLabel text={title} name="the title" />
          <span className="tt-value-end" data-see="the title of this card" />
        </span>
        {unnamed && <code className="tt-hint">{labelText(call.name)}</code>}
        {scope !== undefined && <span className="tt-hint">{speakerName(scope) ?? ''}</span>}
      </h4>
      {asks ? (
        <QuestionForm card={card} request={request} />
      ) : (
        <ApprovalForm card={card} request={request} call={call} />
      )}
    </section>
  );
}
