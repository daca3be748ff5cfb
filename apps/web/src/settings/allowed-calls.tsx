import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { ReadRules } from '@toolthread/server/answers';

type Calls = ReadRules['allowed'];

/** How many rules there are, and which calls are allowed for always: a click on their number lists them. */
export function AllowedCalls({ policy }: { readonly policy: ReadRules }): ReactNode {
  const { say } = usePageLanguage();
  const words = say('Rules: {rules}. Calls that are always allowed: {n}.', {
    rules: policy.rules.length,
    n: policy.always,
  });
  if (policy.allowed.length === 0) return <p>{words}</p>;
  return (
    <details className="policy-allowed">
      <summary>{words}</summary>
      <ul>
        {policy.allowed.map((call) => (
          <li key={call.id}>
            <AllowedCall call={call} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ForgottenCallsProps {
  readonly calls: Calls;
  /** Those that are taken back, by their ids. */
  readonly forget: readonly string[];
  onForget(forget: readonly string[]): void;
}

/** Those that were allowed for always, each to be taken back. */
export function ForgottenCalls({ calls, forget, onForget }: ForgottenCallsProps): ReactNode {
  const { say } = usePageLanguage();
  if (calls.length === 0) return null;
  return (
    <fieldset className="policy-forget">
      <legend>{say('Revoke calls that are always allowed ({n})', { n: calls.length })}</legend>
      {calls.map((call) => (
        <label key={call.id}>
          <input
            type="checkbox"
            checked={forget.includes(call.id)}
            onChange={({ target }) =>
              onForget(target.checked ? [...forget, call.id] : forget.filter((id) => id !== call.id))
            }
          />
          <AllowedCall call={call} />
        </label>
      ))}
    </fieldset>
  );
}

function AllowedCall({
  call: { tool, at, expires_at, shown, workspace },
}: {
  readonly call: Calls[number];
}): ReactNode {
  const { say, locale } = usePageLanguage();
  const day = (time: string): string => new Date(time).toLocaleDateString(locale, { dateStyle: 'medium' });
  const days = { day: day(at), end: day(expires_at) };
  return (
    <span>
      <strong>{visible(tool)}</strong>{' '}
      {shown === undefined ? (
        say('with the arguments of {day}, until {end}', days)
      ) : (
        <>
          <code>{visible(shown)}</code> {say('since {day}, until {end}', days)}
        </>
      )}
      {workspace !== undefined && (
        <>
          {' · '}
          <code>{visible(workspace)}</code>
        </>
      )}
    </span>
  );
}
