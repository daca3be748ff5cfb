import { visible } from '@toolthread/core/text';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { askSettings } from './ask-settings.ts';
import type { ReadRules, Rule } from '@toolthread/server/answers';
import { draftOf, isBroad, rulesOf } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';
import { AllowedCalls, ForgottenCalls } from './allowed-calls.tsx';
import { RuleFields } from './rule-fields.tsx';

export interface PolicyEditorProps {
  readonly policy: ReadRules;
  /** Asks for the rules again. */
  readonly onReload: () => void;
}

/** The rules of the policy: read, and changed by whoever sits here. Nothing is sent before *Save*. */
export function PolicyEditor({ policy: given, onReload }: PolicyEditorProps): ReactNode {
  const { say } = usePageLanguage();
  const [policy, setPolicy] = useState(given);
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>();
  const [forget, setForget] = useState<readonly string[]>([]);
  const [said, setSaid] = useState<{ readonly problem?: string }>();
  const [hasEdited, setHasEdited] = useState(false);
  const { rules, version } = policy;
  const edit = (): void => {
    setHasEdited(true);
    setDrafts(rules.map((rule) => draftOf(rule)));
    setForget([]);
    setSaid(undefined);
  };
  const save = async (wanted: readonly Rule[]): Promise<void> => {
    const body = { rules: wanted, version, ...(forget.length > 0 ? { forget_always: forget } : {}) };
    const answer = await askSettings<{ readonly policy: ReadRules }>('PUT', '/api/settings/policy', { body });
    setSaid(answer.ok ? {} : { problem: answer.problem });
    if (!answer.ok) return;
    setPolicy(answer.value.policy);
    setDrafts(undefined);
  };
  return (
    <>
      <h2>{say('Policy')}</h2>
      <p>
        {say('The policy is in {file}. It is read before every call; no tool can change it.', {
          file: visible(policy.file),
        })}
      </p>
      {policy.problem !== undefined && <p className="problem">{visible(policy.problem)}</p>}
      {drafts === undefined ? (
        <>
          <RuleList rules={rules} />
          <AllowedCalls policy={policy} />
          {version !== undefined && (
            <button type="button" className="tt-button" autoFocus={hasEdited} onClick={edit}>
              {say('Change the rules')}
            </button>
          )}
          {said !== undefined && <p role="status">{say('Saved. The rules apply from the next call on.')}</p>}
        </>
      ) : (
        <form
          className="policy-form"
          onSubmit={(event) => {
            event.preventDefault();
            void save(rulesOf(drafts));
          }}
        >
          <p>
            {say(
              'Deny rules come before ask rules, and ask rules before allow rules, in whatever order they are listed. A tool may be a pattern, such as files__*.',
            )}
          </p>
          {drafts.map((draft) => (
            <RuleFields
              key={draft.key}
              draft={draft}
              onChange={(next) => setDrafts(drafts.map((one) => (one.key === draft.key ? next : one)))}
              onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
            />
          ))}
          <button type="button" className="tt-button" onClick={() => setDrafts([...drafts, draftOf()])}>
            {say('Add a rule')}
          </button>
          <ForgottenCalls calls={policy.allowed} forget={forget} onForget={setForget} />
          {rulesOf(drafts).some(isBroad) && (
            <p className="problem" role="status">
              {say('A rule allows every call of a tool, with any arguments, without asking.')}
            </p>
          )}
          {said?.problem !== undefined && (
            <p className="problem" role="alert">
              {say('Not done: {problem}', { problem: visible(said.problem) })}{' '}
              <button type="button" className="quiet" onClick={onReload}>
                {say('Read them again')}
              </button>
            </p>
          )}
          <p className="policy-ends">
            <button type="submit" className="tt-button" data-primary="">
              {say('Save')}
            </button>
            <button type="button" className="tt-button" onClick={() => setDrafts(undefined)}>
              {say('Cancel')}
            </button>
          </p>
        </form>
      )}
    </>
  );
}

function RuleList({ rules }: { readonly rules: readonly Rule[] }): ReactNode {
  const { say } = usePageLanguage();
  return (
    <ul className="settings-providers">
      {rules.map((rule) => (
        <li key={JSON.stringify(rule)}>
          <strong>{visible(rule.tool)}</strong>
          {' · '}
          {say(rule.verdict)}
          {Object.entries(rule.where ?? {}).map(([name, value]) => (
            <p key={name}>{visible(`${name}: ${value}`)}</p>
          ))}
        </li>
      ))}
    </ul>
  );
}
