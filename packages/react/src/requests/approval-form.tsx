import type { Call, Request } from '@toolthread/core';
import { grantText, proposedArguments } from '@toolthread/core/lines';
import { visible } from '@toolthread/core/text';
import { useMemo, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Markdown } from '../markdown/markdown.tsx';
import { KeyHint } from '../parts/key-hint.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import type { ApprovalDecision } from '../thread/thread-actions.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useSending } from '../thread/use-sending.ts';
import { ArgumentBox, ValueBox } from './argument-box.tsx';
import { jsonProblem, editableJson, isObject } from './editable-json.ts';
import { planText } from './plan-text.ts';
import { ReadOnlyHint } from './read-only-hint.tsx';
import { UnseenHint } from './seen/unseen-hint.tsx';
import { useCardKeys } from './use-card-keys.ts';
import { useUnseen } from './seen/use-unseen.ts';
import { useLanguage } from '../labels/use-language.ts';
import type { Phrase } from '../labels/phrase.ts';
import { isComposing } from '../text/is-composing.ts';

export interface ApprovalFormProps {
  readonly card: RefObject<HTMLElement | null>;
  readonly request: Request;
  readonly call: Call | undefined;
}

/** What would run, or what is planned, and the ways to settle it. Nothing can be allowed before all of it has been on the screen. */
export function ApprovalForm({ card, request, call }: ApprovalFormProps): ReactNode {
  const { actions, may } = useThreadSettings();
  const { decide } = actions;
  const language = useLanguage();
  const { say } = language;
  const { busy, problem, send, dismiss } = useSending();
  const proposed = request.proposedArguments ?? call?.arguments ?? '';
  const isPlan = request.kind === 'plan';
  const [edited, setEdited] = useState<string>();
  const unseen = useUnseen(card);
  const wrong = edited === undefined ? undefined : jsonProblem(edited, language);

  const settle = (decision: ApprovalDecision, executed?: string): void => {
    if (decide !== undefined) send(() => decide(request, decision, executed));
  };
  const leave = (): void => {
    dismiss();
    setEdited(undefined);
  };
  const edit = (): void => setEdited(editableJson(proposed));
  const ways: readonly Way[] = [
    { label: isPlan ? 'Go ahead' : 'Allow once', hint: 'A', is: 'allowing', press: () => settle('once') },
    ...(isPlan
      ? []
      : [{ label: 'Allow in this thread', hint: 'T', is: 'allowing', press: () => settle('thread') } as const]),
    // Other arguments are possible only where there are some.
    ...(isPlan && !isObject(proposed) ? [] : [{ label: 'Edit', hint: 'E', is: 'editing', press: edit } as const]),
    { label: isPlan ? 'Reject' : 'Deny', hint: 'D', is: 'denying', press: () => settle('deny') },
  ];
  const isOff = (way: Way): boolean =>
    busy || decide === undefined || (way.is === 'allowing' && unseen.kind !== 'nothing');
  useCardKeys(card, (key) => {
    const way = edited === undefined ? ways.find(({ hint }) => hint.toLowerCase() === key) : undefined;
    return way === undefined || isOff(way) ? undefined : { settles: true, press: way.press };
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || edited === undefined || isComposing(event.nativeEvent)) return;
    // Only the edit: the same key would stop the agent.
    event.stopPropagation();
    leave();
  };
  return (
    <div onKeyDown={onKeyDown}>
      {edited === undefined ? (
        <Proposal plan={isPlan} proposed={proposed} />
      ) : (
        <textarea
          className="tt-input tt-edit"
          aria-label={say('Arguments to run instead')}
          aria-invalid={wrong !== undefined}
          data-see={say('all of the arguments')}
          spellCheck={false}
          autoFocus
          rows={Math.min(14, edited.split('\n').length + 1)}
          value={edited}
          onChange={(event) => {
            dismiss();
            setEdited(event.currentTarget.value);
          }}
        />
      )}
      {!isPlan && edited === undefined && <p className="tt-hint tt-grant">{visible(grantText(request, language))}</p>}
      <div className="tt-buttons" data-keys={edited === undefined ? true : undefined}>
        {may === 'read' ? (
          <ReadOnlyHint />
        ) : edited === undefined ? (
          ways.map((way, index) => (
            <Choice key={way.hint} {...way} primary={index === 0} disabled={isOff(way)} onPress={way.press} />
          ))
        ) : (
          <>
            <Choice
              label="Run this instead"
              primary
              disabled={busy || wrong !== undefined || unseen.kind !== 'nothing'}
              onPress={() => settle('edit', edited)}
            />
            <Choice label="Back" hint="Esc" disabled={busy} onPress={leave} />
          </>
        )}
        {may !== 'read' && <UnseenHint unseen={unseen} to={edited === undefined ? 'allow' : 'run'} wrong={wrong} />}
      </div>
      <ProblemNote problem={problem} />
    </div>
  );
}

interface Way {
  readonly label: Phrase;
  readonly hint: string;
  readonly is: 'allowing' | 'editing' | 'denying';
  press(): void;
}

interface ProposalProps {
  readonly plan: boolean;
  readonly proposed: string;
}

/** A plan is words to be read, anything else is text to be looked at closely. */
function Proposal({ plan, proposed }: ProposalProps): ReactNode {
  const { say } = useLanguage();
  const words = useMemo(() => (plan ? planText(proposed) : undefined), [plan, proposed]);
  const members = useMemo(() => proposedArguments(proposed), [proposed]);
  if (words !== undefined) {
    return (
      <ValueBox label={say('Plan')} className="tt-value tt-plan">
        <Markdown text={words} />
      </ValueBox>
    );
  }
  if (members.length === 0) return plan ? null : <p className="tt-hint tt-no-arguments">{say('Without arguments.')}</p>;
  return members.map((argument, index) => <ArgumentBox key={index} {...argument} />);
}

interface ChoiceProps {
  readonly label: Phrase;
  readonly hint?: string;
  readonly primary?: boolean;
  readonly disabled: boolean;
  onPress(): void;
}

function Choice({ label, hint, primary, disabled, onPress }: ChoiceProps): ReactNode {
  const { say } = useLanguage();
  return (
    <button
      type="button"
      className="tt-button"
      data-primary={primary === true ? true : undefined}
      disabled={disabled}
      onClick={onPress}
    >
      {say(label)} {hint !== undefined && <KeyHint>{hint}</KeyHint>}
    </button>
  );
}
