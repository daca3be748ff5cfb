import { visible } from '@toolthread/core/text';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { askSettings } from './ask-settings.ts';
import type { ReadMcpServer, ReadSettings } from '@toolthread/server/answers';

export interface McpListProps {
  readonly servers: readonly ReadMcpServer[];
  /** What is wrong with the file that names them. */
  readonly problems: readonly string[];
}

/** While a server is being connected to. */
const ASK_AGAIN_MS = 1000;

/** The servers of the Model Context Protocol as they were when the page asked; it asks again while one is being connected to. */
export function McpList({ servers: asked, problems }: McpListProps): ReactNode {
  const { say } = usePageLanguage();
  const servers = useConnecting(asked);
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

function useConnecting(asked: readonly ReadMcpServer[]): readonly ReadMcpServer[] {
  const [servers, setServers] = useState(asked);
  useEffect(() => {
    if (!servers.some(({ connecting }) => connecting)) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void askSettings<ReadSettings>('GET', '/api/settings', { signal: stop.signal }).then((answer) => {
        if (!stop.signal.aborted) setServers(answer.ok ? answer.value.mcp : [...servers]);
      });
    }, ASK_AGAIN_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [servers]);
  return servers;
}

function Entry({ asked }: { readonly asked: ReadMcpServer }): ReactNode {
  const { say } = usePageLanguage();
  const [reached, setReached] = useState<ReadMcpServer>();
  const [trying, setTrying] = useState(false);
  const { name, tools, connecting, problem } = reached ?? asked;
  const reconnect = async (): Promise<void> => {
    setTrying(true);
    const path = `/api/settings/mcp/${encodeURIComponent(name)}/reconnect`;
    const answer = await askSettings<{ readonly server: ReadMcpServer }>('POST', path, { body: {} });
    setReached(answer.ok ? answer.value.server : { name, tools, problem: answer.problem });
    setTrying(false);
  };
  if (connecting)
    return (
      <>
        <strong>{visible(name)}</strong>
        <p role="status">{say('Connecting…')}</p>
      </>
    );
  return (
    <>
      <strong>{visible(name)}</strong>
      {problem === undefined ? (
        <p data-state="found">
          {tools.length === 0 ? say('It has no tools.') : tools.map((tool) => visible(tool)).join(', ')}
        </p>
      ) : (
        <>
          <p {...(trying ? {} : { 'data-state': 'refused' })} role="status">
            {trying ? say('Connecting…') : visible(problem)}
          </p>
          {/* It keeps the keyboard while it is pressed. */}
          <button
            type="button"
            className="tt-button"
            aria-disabled={trying}
            onClick={() => void (trying || reconnect())}
          >
            {say('Reconnect')}
          </button>
        </>
      )}
    </>
  );
}
