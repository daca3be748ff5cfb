import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { useAgents } from './use-agents.ts';
import { providerName } from './provider-name.ts';

/** Last of what a newcomer is told: whose models can answer here, and how others come. Nothing if the server offers none. */
export function ConnectModel(): ReactNode {
  const { say, locale } = usePageLanguage();
  const list = new Intl.ListFormat(locale);
  const agents = useAgents();
  if (agents === undefined || agents.providers.length === 0) return null;
  const found = agents.providers.filter(({ state }) => state === 'found').map(({ name }) => providerName(name));
  const keys = agents.providers.flatMap(({ kind, state, by }) =>
    kind === 'provider' && state === 'missing' ? by : [],
  );
  const servers = agents.providers.flatMap(({ kind, state, name }) =>
    kind === 'local server' && state !== 'found' ? [name] : [],
  );
  return (
    <section className="connect-model" aria-labelledby="connect-title">
      <h2 id="connect-title">{say('Connect a model')}</h2>
      {found.length > 0 && (
        <p>
          {say('Models of {names} can answer: choose the agent and its model above the message.', {
            names: list.format(found),
          })}
        </p>
      )}
      {keys.length > 0 && (
        <p>
          {say('To use a model of a provider, set one of these variables and start the server again:')}{' '}
          {keys.map((key) => (
            <span key={key}>
              <code>{visible(key)}</code>{' '}
            </span>
          ))}
        </p>
      )}
      {servers.length > 0 && (
        <p>
          {say('Local model servers are found as soon as they run: {names}.', {
            names: list.format(servers.map(providerName)),
          })}
        </p>
      )}
    </section>
  );
}
