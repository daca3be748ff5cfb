import { visible } from '@toolthread/core/text';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { askSettings } from './ask-settings.ts';
import type { ReadMcpServer } from '@toolthread/server/answers';

export interface McpListProps {
  readonly servers: readonly ReadMcpServer[];
  /** What is wrong with the file that names them. */
  readonly problems: readonly string[];
}

/** The servers of the Model Context Protocol as they were when the page asked. */
export function McpList({ servers, problems }: McpListProps): ReactNode {
  const { say } = usePageLanguage();
  return (
    <>
      <h2>{say('MCP servers')}</h2>
      {servers.length + problems.length === 0 && <p>{say('None configured.')}</p>}
      {problems.map((problem) => (
        <p key={problem} className="problem">
          {visible(problem)}
        </p>
      ))}
      <ul className="settings-providers">
        {servers.map((server) => (
          <li key={server.name}>
            <Entry asked={server} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ asked }: { readonly asked: ReadMcpServer }): ReactNode {
  const { say } = usePageLanguage();
  const [reached, setReached] = useState<ReadMcpServer>();
  const [trying, setTrying] = useState(false);
  const { name, tools, problem } = reached ?? asked;
  const reconnect = async (): Promise<void> => {
    setTrying(true);
    const path = `/api/settings/mcp/${encodeURIComponent(name)}/reconnect`;
    const answer = await askSettings<{ readonly server: ReadMcpServer }>('POST', path, { body: {} });
    setReached(answer.ok ? answer.value.server : { name, tools, problem: answer.problem });
    setTrying(false);
  };
  return (
    <>
      <strong>{visible(name)}</strong>
      {problem === undefined ? (
        <p data-state="found">
          {tools.length === 0 ? say('It has no tools.') : tools.map((tool) => visible(tool)).join(', ')}
        </p>
      ) : (
        <>
          <p data-state="refused" role="status">
            {visible(problem)}
          </p>
          <button type="button" className="tt-button" disabled={trying} onClick={() => void reconnect()}>
            {trying ? say('Connecting…') : say('Reconnect')}
          </button>
        </>
      )}
    </>
  );
}
