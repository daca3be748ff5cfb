import { visible } from '@toolthread/core/text';
import { useEffect, useState } from 'react';
import type { Dispatch, ReactNode, SetStateAction } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { askSettings } from './ask-settings.ts';
import type { ReadMcpServer, ReadSettings } from '@toolthread/server/answers';

export interface McpListProps {
  readonly servers: readonly ReadMcpServer[];
  /** What is wrong with the file that names them. */
  readonly problems: readonly string[];
}

/** How long after an answer the server is asked again. */
const EVERY_MS = 2000;

/** The servers of the Model Context Protocol as they are while somebody looks: one that ends, or is back, is seen without a reload. */
export function McpList({ servers: asked, problems }: McpListProps): ReactNode {
  const { say } = usePageLanguage();
  const [servers, setServers] = useServers(asked);
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
            <Entry
              server={server}
              onReached={(reached) =>
                setServers((before) => before.map((one) => (one.name === reached.name ? reached : one)))
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
}

type Servers = readonly ReadMcpServer[];

function useServers(asked: Servers): [Servers, Dispatch<SetStateAction<Servers>>] {
  const [servers, setServers] = useState(asked);
  const hasNone = servers.length === 0;
  useEffect(() => {
    if (hasNone) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const ask = async (): Promise<void> => {
      const isSeen = document.visibilityState === 'visible';
      const answer = isSeen ? await askSettings<ReadSettings>('GET', '/api/settings', { signal }) : undefined;
      if (signal.aborted) return;
      if (answer?.ok === true) setServers(answer.value.mcp);
      timer = setTimeout(() => void ask(), EVERY_MS);
    };
    let timer = setTimeout(() => void ask(), EVERY_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [hasNone]);
  return [servers, setServers];
}

interface EntryProps {
  readonly server: ReadMcpServer;
  readonly onReached: (server: ReadMcpServer) => void;
}

function Entry({ server, onReached }: EntryProps): ReactNode {
  const { say, told } = usePageLanguage();
  const [trying, setTrying] = useState(false);
  const { name, tools, connecting, problem } = server;
  const reconnect = async (): Promise<void> => {
    setTrying(true);
    const path = `/api/settings/mcp/${encodeURIComponent(name)}/reconnect`;
    const answer = await askSettings<{ readonly server: ReadMcpServer }>('POST', path, { body: {} });
    onReached(answer.ok ? answer.value.server : { name, tools, problem: answer.problem });
    setTrying(false);
  };
  // The list may say that it is being connected to before the answer comes: it is one state.
  const isTrying = trying || connecting === true;
  const words = (problem && told(problem)) ?? (tools.length === 0 ? say('It has no tools.') : tools.join(', '));
  const state = isTrying ? {} : { 'data-state': problem === undefined ? 'found' : 'refused' };
  return (
    <>
      <strong>{visible(name)}</strong>
      <p {...state} role="status">
        {isTrying ? say('Connecting…') : visible(words)}
      </p>
      {/* It keeps the keyboard while it is pressed. */}
      {(trying || problem !== undefined) && (
        <button
          type="button"
          className="tt-button"
          aria-disabled={isTrying}
          onClick={() => void (isTrying || reconnect())}
        >
          {say('Reconnect')}
        </button>
      )}
    </>
  );
}
