import type { Call, Request } from '@toolthread/core';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Markdown } from '../markdown/markdown.tsx';
import { KeyHint } from '../parts/key-hint.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import type { ApprovalDecision } from '../thread/actions.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { parsedJson } from '../items/call-json.ts';
import { planText, proposalText } from './proposal-text.ts';
import { useCardKeys } from './use-card-keys.ts';
import { useSending } from '../thread/use-sending.ts';

export interface ApprovalFormProps {
  readonly card: RefObject<HTMLElement | null>;
  readonly request: Request;
  readonly call: Call | undefined;
}

/** What would run, or what is planned, and the ways to settle it. */
export function ApprovalForm({ card, request, call }: ApprovalFormProps): ReactNode {
  const { decide } = useThreadSettings().actions;
  const { busy, problem, send } = useSending();
  const proposed = request.proposedArguments ?? call?.arguments ?? '';
  const isPlan = request.kind === 'plan';
  const [edited, setEdited] = useState<string>();
  const valid = edited === undefined || parsedJson(edited) !== undefined;

  const settle = (decision: ApprovalDecision, executed?: string): void => {
    if (decide !== undefined) send(() => decide(request, decision, executed));
  };
  const edit = (): void => setEdited(prettyJson(proposed));
  const ways: readonly Way[] = [
    { label: isPlan ? 'Go on' : 'Allow once', hint: 'A', primary: true, press: () => settle('once') },
    ...(isPlan ? [] : [{ label: 'For this thread', hint: 'T', press: () => settle('thread') }]),
    // Other arguments are possible only where there are some.
    ...(isPlan && !isObject(proposed) ? [] : [{ label: 'Edit', hint: 'E', press: edit }]),
    { label: isPlan ? 'Not like this' : 'Deny', hint: 'D', press: () => settle('deny') },
  ];
  useCardKeys(card, (key) => {
    const way = ways.find(({ hint }) => hint.toLowerCase() === key);
    if (way === undefined || busy || decide === undefined || edited !== undefined) return false;
    way.press();
    return true;
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || edited === undefined) return;
    // Only the edit: the same key would stop the agent.
    event.stopPropagation();
    setEdited(undefined);
  };
  return (
    <div onKeyDown={onKeyDown}>
      {edited === undefined ? (
        <Proposal plan={isPlan} tool={call?.name} proposed={proposed} />
      ) : (
        <textarea
          className="tt-input tt-edit"
          aria-label="Arguments to run instead"
          aria-invalid={!valid}
          spellCheck={false}
          autoFocus
          rows={Math.min(14, edited.split('\n').length + 1)}
          value={edited}
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
      )}
      <div className="tt-buttons">
        {edited === undefined ? (
          ways.map(({ press, ...way }) => (
            <Choice key={way.hint} {...way} disabled={busy || decide === undefined} onPress={press} />
          ))
        ) : (
          <>
            <Choice label="Run this instead" primary disabled={busy || !valid} onPress={() => settle('edit', edited)} />
            <Choice label="Back" hint="Esc" disabled={busy} onPress={() => setEdited(undefined)} />
          </>
        )}
        <span className="tt-hint" role="status">
          {!valid && 'This is no JSON yet.'}
        </span>
      </div>
      {problem !== undefined && (
        <p className="tt-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface Way {
  readonly label: string;
  readonly hint: string;
  readonly primary?: boolean;
  press(): void;
}

interface ProposalProps {
  readonly plan: boolean;
  readonly tool: string | undefined;
  readonly proposed: string;
}

/** A plan is words to be read, anything else is text to be looked at closely. */
function Proposal({ plan, tool, proposed }: ProposalProps): ReactNode {
  const words = plan ? planText(proposed) : undefined;
  if (words !== undefined) {
    return (
      <div className="tt-plan" tabIndex={0} role="region" aria-label="Plan">
        <Markdown text={words} />
      </div>
    );
  }
  const text = proposalText(tool, proposed);
  if (text === '') return null;
  return (
    <pre className="tt-proposal" tabIndex={0} role="region" aria-label="What would run">
      <VisibleText text={text} />
    </pre>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly hint?: string;
  readonly primary?: boolean;
  readonly disabled: boolean;
  onPress(): void;
}

function Choice({ label, hint, primary, disabled, onPress }: ChoiceProps): ReactNode {
  return (
    <button type="button" className="tt-button" data-primary={primary} disabled={disabled} onClick={onPress}>
      {label} {hint !== undefined && <KeyHint>{hint}</KeyHint>}
    </button>
  );
}

function isObject(text: string): boolean {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function prettyJson(text: string): string {
  const value = parsedJson(text);
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
}
