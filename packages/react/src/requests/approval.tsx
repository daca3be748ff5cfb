import type { EventDraft } from '@toolthread/core';
import type { JsonObject } from '@toolthread/core/json';
import type { ReactNode } from 'react';
import type { ActionOutcome, ApprovalDecision, ThreadActions } from '../thread/actions/thread-actions.ts';
import { ProblemLine } from '../parts/part-boundary.tsx';
import { argumentsText } from './arguments-text.ts';
import { LoneCard } from './lone-card.tsx';

/** A call that asks for approval, and what happens to the answer. */
export interface ApprovalProps {
  readonly tool: string;
  /** What the call would run with: JSON text, or plain data that is shown as its JSON. Anything else is not shown, and cannot be allowed. */
  readonly arguments: string | JsonObject;
  /** What is asked, where it is more than whether the tool may run. */
  readonly title?: string;
  /** What allowing it for the whole thread would cover, in words. */
  readonly covers?: string;
  /** `edit` comes with other arguments, as JSON text; `deny` may come with a reason. It returns what went wrong, as a message, or undefined; then take the part away. */
  readonly onDecide: (decision: ApprovalDecision, executedArguments?: string, reason?: string) => ActionOutcome;
  /** Allows the tool with exactly these arguments from now on. Absent: the card does not offer it. */
  readonly onAllowAlways?: () => ActionOutcome;
}

/**
 * Asks a person for leave. Nothing can be allowed before all of what would run was on the screen; its keys work while it is in sight.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * import { loadOpenRequest } from '@toolthread/react';
 * const ask = <Approval tool="run_shell_command" arguments='{"command":"npm test"}' onDecide={async () => undefined} />;
 * await loadOpenRequest();
 * renderToStaticMarkup(ask).includes('Allow once'); //=> true
 */
export function Approval(props: ApprovalProps): ReactNode {
  const { tool, arguments: given, title, covers, onDecide, onAllowAlways } = props;
  const proposed = argumentsText(given);
  if (proposed === undefined) return <ProblemLine message="arguments must be JSON text, or data that JSON can say." />;
  const drafts: readonly EventDraft[] = [
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name: tool, arguments: proposed },
    {
      type: 'request.opened',
      request: 'r1',
      kind: 'approval',
      call: 'c1',
      ...(title === undefined ? {} : { title }),
      ...(covers === undefined ? {} : { covers }),
      keeps_always: onAllowAlways !== undefined,
    },
  ];
  const actions: ThreadActions = {
    decide: (_, ...decided) => onDecide(...decided),
    ...(onAllowAlways === undefined ? {} : { allowAlways: onAllowAlways }),
  };
  return <LoneCard drafts={drafts} actions={actions} />;
}
