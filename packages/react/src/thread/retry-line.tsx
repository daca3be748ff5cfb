import type { GroupItem } from '@toolthread/core';
import { formatDuration, visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';
import { useThreadSettings } from './thread-settings.tsx';
import { useAction } from './actions/use-action.ts';
import { SECOND, useTicking } from './use-ticking.ts';

/** While a run waits for its next attempt, open or closed: why, which one it will be, how long until then, and the way not to wait. */
export function RetryLine({ item: { active, entries } }: { readonly item: GroupItem }): ReactNode {
  const last = entries.last();
  if (!active || last?.kind !== 'discarded' || last.retry === undefined) return null;
  return <Waiting key={last.key} error={last.error?.message} retry={last.retry} />;
}

interface WaitingProps {
  readonly error: string | undefined;
  readonly retry: NonNullable<
    Extract<NonNullable<ReturnType<GroupItem['entries']['last']>>, { kind: 'discarded' }>['retry']
  >;
}

function Waiting({ error, retry: { attempt, max, until } }: WaitingProps): ReactNode {
  const language = useLanguage();
  const { say } = language;
  const { tryNow } = useThreadSettings().actions;
  const { busy, problem, run } = useAction();
  const now = useTicking(Date.now);
  const seconds = Math.max(0, Math.ceil((until - now) / SECOND));
  const next = { attempt, max, time: formatDuration(seconds * SECOND, language) };
  return (
    <p className="tt-retry">
      <span>
        {error === undefined ? say('The model did not answer.') : visible(language.told(error))}
        {' · '}
        {seconds > 0
          ? say('Attempt {attempt} of {max} in {time}.', next)
          : say('Attempt {attempt} of {max} is running.', next)}
      </span>
      {tryNow !== undefined && seconds > 0 && (
        <button type="button" className="tt-link-button" disabled={busy} onClick={() => run(tryNow)}>
          {say('Try now')}
        </button>
      )}
      {problem !== undefined && <span role="alert">{problem}</span>}
    </p>
  );
}
