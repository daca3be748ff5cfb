import { visible } from '@toolthread/core/text';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { askSettings } from './ask-settings.ts';
import type { Asked } from './ask-settings.ts';
import type { ReadSettings } from '@toolthread/server/answers';
import { McpList } from './mcp-list.tsx';
import { PolicyEditor } from './policy-editor.tsx';

/** The servers of tools and the rules of the policy. A server that tells them to nobody shows nothing here. */
export function ServerSettings(): ReactNode {
  const { say } = usePageLanguage();
  const [asked, setAsked] = useState<Asked<ReadSettings>>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    void askSettings<ReadSettings>('GET', '/api/settings', { signal: stop.signal }).then((answer) => {
      if (!stop.signal.aborted) setAsked(answer);
    });
    return () => stop.abort();
  }, [round]);
  if (asked === undefined) return <p role="status">{say('Asking the server…')}</p>;
  if (asked.ok) {
    const { mcp, mcpProblems, policy } = asked.value;
    return (
      <>
        <McpList servers={mcp} problems={mcpProblems} />
        <PolicyEditor key={round} policy={policy} onReload={() => setRound(round + 1)} />
      </>
    );
  }
  if (asked.why === 'none') return null;
  return (
    <>
      <p className="problem" role="alert">
        {say('The settings of the server cannot be read: {problem}', { problem: visible(asked.problem) })}
      </p>
      <button type="button" className="tt-button" onClick={() => setRound(round + 1)}>
        {say('Retry')}
      </button>
    </>
  );
}
