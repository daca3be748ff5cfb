import type { ReactNode } from 'react';
import type { Unseen } from './use-unseen.ts';
import { useLanguage } from '../../labels/use-language.ts';

export interface UnseenHintProps {
  readonly unseen: Unseen;
  readonly to: 'allow' | 'run' | 'send';
  /** What is said before that. */
  readonly wrong?: string | undefined;
}

/** Why the button beside it cannot be pressed yet, and the way to what has to be looked at. */
export function UnseenHint({ unseen, to, wrong }: UnseenHintProps): ReactNode {
  const { say } = useLanguage();
  const shows = wrong === undefined && unseen.kind === 'place';
  return (
    <>
      <span className="tt-hint" role="status">
        {wrong ?? (shows ? say(`To ${to} this, first look at {place}.`, { place: unseen.place }) : undefined)}
      </span>
      {shows && (
        <button type="button" className="tt-link-button" onClick={unseen.show}>
          {say('Show it')}
        </button>
      )}
    </>
  );
}
