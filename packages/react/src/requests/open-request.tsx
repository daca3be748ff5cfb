import { asksApproval } from '@toolthread/core/queries';
import type { RequestItem } from '@toolthread/core';
import { labelText, speakerName, unnamedTool } from '@toolthread/core/lines';
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { StateMark } from '../parts/state-mark.tsx';
import { ApprovalForm } from './approval-form.tsx';
import { ProposedLabel } from './seen/proposed-text.tsx';
import { QuestionForm } from './question-form.tsx';
import { useSteady } from './seen/use-steady.ts';
import { useLanguage } from '../labels/use-language.ts';

export interface OpenRequestProps {
  readonly item: RequestItem;
  readonly title: string;
}

/** What is asked, and the ways to settle it: the only card with a border. With other words it is another card, of which nothing was seen. */
export function OpenRequest(props: OpenRequestProps): ReactNode {
  const { item, title } = props;
  const words = useMemo(() => {
    const { id, kind, questions, proposedArguments, covers } = item.request;
    return JSON.stringify([
      title,
      id,
      kind,
      questions,
      proposedArguments,
      covers,
      item.call?.name,
      item.call?.arguments,
    ]);
  }, [item, title]);
  return <Card key={words} {...props} />;
}

function Card({ item, title }: OpenRequestProps): ReactNode {
  const { request, call, scope } = item;
  const card = useRef<HTMLElement>(null);
  const asks = !asksApproval(request) || request.questions.length > 0;
  const unnamed = unnamedTool(item);
  const language = useLanguage();
  const { say } = language;
  const isRefused = useSteady(card);
  return (
    <section
      ref={card}
      className="tt-root tt-request"
      data-request={request.id}
      aria-label={say(asks ? 'Question' : 'Approval')}
    >
      <h2 data-hint={say('Shortcuts active')}>
        <StateMark state="waiting" />
        <span className="tt-request-title" data-box={say('the title')}>
          <ProposedLabel text={title} name={say('the title')} />
          <span className="tt-value-end" data-see={say('the title of this card')} />
        </span>
        {unnamed !== undefined && <code className="tt-hint">{labelText(unnamed)}</code>}
        {scope !== undefined && <span className="tt-hint">{speakerName(scope, language) ?? ''}</span>}
      </h2>
      {asks ? (
        <QuestionForm card={card} request={request} />
      ) : (
        <ApprovalForm card={card} request={request} call={call} />
      )}
      <p className="tt-steady" role="status">
        {isRefused && say('This card has just appeared or moved. Press again.')}
      </p>
    </section>
  );
}
