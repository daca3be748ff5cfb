import { visible } from '@toolthread/core/text';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { server } from '../page/server.ts';

/** As `GET /api/settings` tells it. */
interface Settings {
  readonly mcp: readonly { readonly name: string; readonly tools: readonly string[]; readonly problem?: string }[];
  readonly mcpProblems: readonly string[];
  readonly policy: {
    readonly file: string;
    readonly rules: readonly {
      readonly tool: string;
      readonly verdict: 'allow' | 'ask' | 'deny';
      readonly where?: { readonly [argument: string]: string };
    }[];
    readonly always: number;
    readonly problem?: string;
  };
}

/** The servers of tools and the rules of the policy: to be read. A server that tells them to nobody shows nothing here. */
export function ServerSettings(): ReactNode {
  const { say } = usePageLanguage();
  const [settings, setSettings] = useState<Settings>();
  useEffect(() => {
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const response = await server.fetch(`${server.baseUrl}/api/settings`, { signal: stop.signal });
      if (!response.ok) return;
      const answer: Settings = await response.json();
      setSettings(answer);
    };
    ask().catch(() => undefined);
    return () => stop.abort();
  }, []);
  if (settings === undefined) return null;
  const { mcp, mcpProblems, policy } = settings;
  return (
    <>
      <h2>{say('MCP servers')}</h2>
      {mcp.length + mcpProblems.length === 0 && <p>{say('None is set up.')}</p>}
      {mcpProblems.map((problem) => (
        <p key={problem} className="problem">
          {visible(problem)}
        </p>
      ))}
      <ul className="settings-providers">
        {mcp.map(({ name, tools, problem }) => (
          <li key={name}>
            <strong>{visible(name)}</strong>
            <p data-state={problem === undefined ? 'found' : 'refused'}>
              {problem === undefined ? tools.map((tool) => visible(tool)).join(', ') : visible(problem)}
            </p>
          </li>
        ))}
      </ul>
      <h2>{say('Policy')}</h2>
      <p>
        {say('Its file is {file}. It is read before every call; no tool can change it.', {
          file: visible(policy.file),
        })}
      </p>
      {policy.problem !== undefined && <p className="problem">{visible(policy.problem)}</p>}
      <ul className="settings-providers">
        {policy.rules.map((rule) => (
          <li key={JSON.stringify(rule)}>
            <strong>{visible(rule.tool)}</strong>
            {' · '}
            {rule.verdict}
            {Object.entries(rule.where ?? {}).map(([name, value]) => (
              <p key={name}>{visible(`${name}: ${value}`)}</p>
            ))}
          </li>
        ))}
      </ul>
      <p>
        {say('Rules: {rules}. Calls that are allowed for always: {n}.', {
          rules: policy.rules.length,
          n: policy.always,
        })}
      </p>
    </>
  );
}
