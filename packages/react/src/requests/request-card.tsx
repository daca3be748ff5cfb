import { callText } from '@toolthread/core';
import type { RequestItem } from '@toolthread/core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { StateMark } from '../parts/state-mark.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { scopeName } from '../items/scope-name.ts';
import { ApprovalForm } from './approval-form.tsx';
import { settledText } from './settled-text.ts';
import { QuestionForm } from './question-form.tsx';

/** Something only a person can settle: the only card with a border, and never folded away. */
export function RequestCard({ item }: { readonly item: RequestItem }): ReactNode {
  const card = useRef<HTMLElement>(null);
  const { request, call } = item;
  const title = titleOf(item);
  if (request.settled !== undefined) return <SettledRequest item={item} title={title} />;
  const asks = request.kind === 'question' || request.kind === 'elicitation' || request.questions.length > 0;
  return (
    <section ref={card} className="tt-request" data-request={request.id} aria-label={asks ? 'Question' : 'Approval'}>
      <h4>
        <StateMark state="waiting" />
        <span className="tt-request-title">
          <VisibleText text={title} />
        </span>
        {item.scope !== undefined && <span className="tt-hint">{scopeName(item.scope) ?? ''}</span>}
      </h4>
      {asks ? (
        <QuestionForm card={card} request={request} />
      ) : (
        <ApprovalForm card={card} request={request} call={call} />
      )}
    </section>
  );
}

/** A request without a call leaves no entry elsewhere, so its card stays and says how it ended. */
function SettledRequest({
  item: { request },
  title,
}: {
  readonly item: RequestItem;
  readonly title: string;
}): ReactNode {
  return (
    <div className="tt-status" role="note">
      <span>
        <VisibleText text={`${title} → ${settledText(request)}`} />
      </span>
    </div>
  );
}

function titleOf({ request, call }: RequestItem): string {
  const [only, ...others] = request.questions;
  if (request.title !== undefined) return request.title;
  if (only !== undefined && others.length === 0) return only.question;
  if (only !== undefined) return `${request.questions.length} questions`;
  if (request.kind === 'plan') return 'Go on with this plan?';
  return call === undefined ? 'Allow this?' : `Allow ${callText(call).split('(')[0]}?`;
}
