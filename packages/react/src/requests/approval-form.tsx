import type { Call, Request } from '@toolthread/core';
import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { KeyHint } from '../parts/key-hint.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import type { ApprovalDecision } from '../thread/actions.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { parsedJson } from '../items/call-json.ts';
import { proposalText } from './proposal-text.ts';
import { useCardKeys } from './use-card-keys.ts';
import { useSending } from './use-sending.ts';

export interface ApprovalFormProps {
  readonly card: RefObject<HTMLElement | null>;
  readonly request: Request;
  readonly call: Call | undefined;
}

/** What would run, and the four ways to settle it. */
export function ApprovalForm({ card, request, call }: ApprovalFormProps): ReactNode {
  const { decide } = useThreadSettings().actions;
  const { busy, problem, send } = useSending();
  const proposed = request.proposedArguments ?? call?.arguments ?? '';
  const [edited, setEdited] = useState<string>();
  const valid = edited === undefined || parsedJson(edited) !== undefined;

  const settle = (decision: ApprovalDecision, executed?: string): void => {
    if (decide !== undefined) send(() => decide(request, decision, executed));
  };
  const edit = (): void => setEdited(prettyJson(proposed));
  const keys: { readonly [key: string]: () => void } = {
    a: () => settle('once'),
    t: () => settle('thread'),
    e: edit,
    d: () => settle('deny'),
  };
  useCardKeys(card, (key) => {
    const action = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (action === undefined || busy || decide === undefined || edited !== undefined) return false;
    action();
    return true;
  });

  return (
    <>
      {edited === undefined ? (
        <pre className="tt-proposal" tabIndex={0}>
          <VisibleText text={proposalText(call?.name, proposed)} />
        </pre>
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
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setEdited(undefined);
          }}
        />
      )}
      <div className="tt-buttons">
        {edited === undefined ? (
          <>
            <Choice
              label="Allow once"
              hint="A"
              primary
              disabled={busy || decide === undefined}
              onPress={() => settle('once')}
            />
            <Choice
              label="For this thread"
              hint="T"
              disabled={busy || decide === undefined}
              onPress={() => settle('thread')}
            />
            <Choice label="Edit" hint="E" disabled={busy || decide === undefined} onPress={edit} />
            <Choice label="Deny" hint="D" disabled={busy || decide === undefined} onPress={() => settle('deny')} />
          </>
        ) : (
          <>
            <Choice label="Run this instead" primary disabled={busy || !valid} onPress={() => settle('edit', edited)} />
            <Choice label="Back" hint="Esc" disabled={busy} onPress={() => setEdited(undefined)} />
          </>
        )}
        {!valid && <span className="tt-hint">This is no JSON yet.</span>}
      </div>
      {problem !== undefined && (
        <p className="tt-problem" role="alert">
          {problem}
        </p>
      )}
    </>
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

function prettyJson(text: string): string {
  const value = parsedJson(text);
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
}
