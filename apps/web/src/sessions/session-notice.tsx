import type { ThreadState } from '@toolthread/core';
import { CopyButton } from '@toolthread/react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { agentName, resumeCommand } from './agent-name.ts';

/** In place of the composer: whose session this is, and how to go on with it there. */
export function SessionNotice({ source }: Pick<ThreadState, 'source'>): ReactNode {
  const { say } = usePageLanguage();
  const command = source && resumeCommand(source.format, source.session);
  return (
    <footer className="tt-composer session-notice">
      <p role="note">
        {say('A session of {agent}: read only here, and up to date while its file grows.', {
          agent: agentName(source?.format ?? ''),
        })}
      </p>
      {command !== undefined && (
        <p>
          {say('Go on with it in its folder:')} <code>{command}</code> <CopyButton text={command} label={say('Copy')} />
        </p>
      )}
    </footer>
  );
}
