import type { Call, Request } from '@toolthread/core';
import { alwaysText, grantText, proposedArguments } from '@toolthread/core/lines';
import { isFields } from '@toolthread/core/json';
import { LONGEST_REASON, visible } from '@toolthread/core/text';
import { useMemo } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { KeyHint } from '../parts/key-hint.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import type { ApprovalDecision } from '../thread/actions/thread-actions.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useSending } from '../thread/actions/use-sending.ts';
import { ArgumentBox } from './argument-box.tsx';
import { jsonProblem, editableJson, isObject } from './editable-json.ts';
import { Plan } from './plan/plan.tsx';
import { planText } from './plan/plan-text.ts';
import { ReadOnlyHint } from './read-only-hint.tsx';
import { UnseenHint } from './seen/unseen-hint.tsx';
import { useCardDraft } from './use-card-draft.ts';
import { useCardKeys } from './use-card-keys.ts';
import { useUnseen } from './seen/use-unseen.ts';
import { useLanguage } from '../labels/use-language.ts';
import type { Phrase } from '../labels/phrase.ts';
import { isForReader } from './is-for-reader.ts';
import { isComposing } from '../text/is-composing.ts';
import { isTouch } from '../text/is-touch.ts';

export interface ApprovalFormProps {
  readonly card: RefObject<HTMLElement | null>;
  readonly request: Request;
  readonly call: Call | undefined;
}

/** What would run, or what is planned, and the ways to settle it. Nothing can be allowed before all of it has been on the screen. */
export function ApprovalForm({ card, request, call }: ApprovalFormProps): ReactNode {
  const settings = useThreadSettings();
  const { actions, approvers } = settings;
  const isForOthers = !isForReader(settings, request);
  const { decide } = actions;
  const allowAlways = request.keepsAlways ? actions.allowAlways : undefined;
  const language = useLanguage();
  const { say } = language;
  const { busy, problem, send, dismiss } = useSending();
  const proposed = request.proposedArguments ?? call?.arguments ?? '';
  const isPlan = request.kind === 'plan';
  const draft = useCardDraft(request, !isForOthers && decide !== undefined);
  const { edited, reason } = begunIn(draft.filled);
  const setEdited = (text: string): void => draft.fill({ edited: text });
  const setReason = (text: string): void => draft.fill({ reason: text });
  const unseen = useUnseen(card);
  const wrong = edited === undefined ? undefined : jsonProblem(edited, language);

  const settle = (decision: ApprovalDecision, executed?: string, why?: string): void => {
    if (decide !== undefined) send(() => decide(request, decision, executed, why), backToWords);
  };
  /** The button that was pressed lost the focus while it was busy. */
  const backToWords = (): void => {
    if (document.activeElement?.contains(card.current)) card.current?.querySelector('textarea')?.focus();
  };
  const leave = (): void => {
    dismiss();
    draft.fill(undefined);
  };
  const edit = (): void => setEdited(editableJson(proposed));
  const ways: readonly Way[] = [
    { label: isPlan ? 'Go ahead' : 'Allow once', hint: 'A', is: 'allowing', press: () => settle('once') },
    ...(isPlan
      ? []
      : [{ label: 'Allow in this thread', hint: 'T', is: 'allowing', press: () => settle('thread') } as const]),
    ...(isPlan || allowAlways === undefined
      ? []
      : [{ label: 'Always allow', is: 'allowing', press: () => send(() => allowAlways(request)) } as const]),
    // Other arguments are possible only where there are some.
    ...(isPlan && !isObject(proposed) ? [] : [{ label: 'Edit', hint: 'E', is: 'editing', press: edit } as const]),
    { label: isPlan ? 'Reject' : 'Deny', hint: 'D', is: 'denying', press: () => settle('deny') },
    { label: 'Give a reason…', is: 'denying', press: () => setReason('') },
  ];
  const isOff = (way: Way): boolean =>
    busy || isForOthers || decide === undefined || (way.is === 'allowing' && unseen.kind !== 'nothing');
  useCardKeys(card, (key) => {
    const isOpen = edited === undefined && reason === undefined;
    const way = isOpen ? ways.find(({ hint }) => hint?.toLowerCase() === key) : undefined;
    return way === undefined || isOff(way) ? undefined : { settles: true, press: way.press };
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || (edited ?? reason) === undefined || isComposing(event.nativeEvent)) return;
    // Only the edit or the reason: the same key would stop the agent.
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
          autoFocus={draft.isTouched}
          rows={Math.min(14, edited.split('\n').length + 1)}
          value={edited}
          onChange={(event) => {
            dismiss();
            setEdited(event.currentTarget.value);
          }}
        />
      )}
      {!isPlan && edited === undefined && reason === undefined && (
        <p className="tt-hint tt-grant">
          {visible(grantText(request, language))}
          {allowAlways !== undefined && !isForOthers && ` ${alwaysText(language)}`}
        </p>
      )}
      {reason !== undefined && (
        <Reason
          text={reason}
          isAsked={draft.isTouched}
          onChange={setReason}
          onSend={() => settle('deny', undefined, reason)}
        />
      )}
      <div className="tt-buttons" data-keys={(edited ?? reason) === undefined ? true : undefined}>
        {isForOthers ? (
          <ReadOnlyHint names={approvers} />
        ) : reason !== undefined ? (
          <>
            <Choice
              label={isPlan ? 'Reject' : 'Deny'}
              primary
              disabled={busy || reason.trim() === ''}
              onPress={() => settle('deny', undefined, reason)}
            />
            <Choice label="Back" hint="Esc" disabled={busy} onPress={leave} />
          </>
        ) : edited === undefined ? (
          ways.map((way, index) => (
            <Choice key={way.label} {...way} primary={index === 0} disabled={isOff(way)} onPress={way.press} />
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
        {!isForOthers && reason === undefined && (
          <UnseenHint unseen={unseen} to={edited === undefined ? 'allow' : 'run'} wrong={wrong} />
        )}
      </div>
      <ProblemNote problem={problem} />
    </div>
  );
}

interface Begun {
  /** Arguments to run instead. */
  readonly edited?: string;
  readonly reason?: string;
}

/** One or the other, as `useCardDraft` gives it back. */
function begunIn(filled: unknown): Begun {
  if (!isFields(filled)) return {};
  const { edited, reason } = filled;
  if (typeof edited === 'string') return { edited };
  return typeof reason === 'string' ? { reason: reason.slice(0, LONGEST_REASON) } : {};
}

interface Way {
  readonly label: Phrase;
  readonly hint?: string;
  readonly is: 'allowing' | 'editing' | 'denying';
  press(): void;
}

interface ReasonProps {
  readonly text: string;
  /** By a click, now: it takes the focus. */
  readonly isAsked: boolean;
  onChange(text: string): void;
  onSend(): void;
}

/** Why not: the agent reads it with the denial. */
function Reason({ text, isAsked, onChange, onSend }: ReasonProps): ReactNode {
  const { say } = useLanguage();
  return (
    <textarea
      className="tt-input"
      aria-label={say('Reason')}
      placeholder={say('Why not? The agent will read it.')}
      rows={2}
      maxLength={LONGEST_REASON}
      autoFocus={isAsked}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || isTouch() || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        if (text.trim() !== '') onSend();
      }}
    />
  );
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
  if (words !== undefined) return <Plan text={words} />;
  if (members.length === 0) return plan ? null : <p className="tt-hint tt-no-arguments">{say('No arguments.')}</p>;
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
