import { visible } from '@toolthread/core/text';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { askAgents } from './ask-agents.ts';
import { providerName } from './provider-name.ts';
import { providerState } from './provider-state.ts';
import type { ListedAgents } from '@toolthread/server/answers';

type Provider = ListedAgents['providers'][number];

/** While the server does not answer. */
const AGAIN_MS = 3000;

/** Whose models there are: providers by their keys, of which none comes to the page, and servers on this computer. */
export function ProviderList(): ReactNode {
  const { say } = usePageLanguage();
  const [agents, setAgents] = useState<ListedAgents | 'none' | 'no answer'>();
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const answer = await askAgents(stop.signal);
      if (stop.signal.aborted) return;
      setAgents(answer ?? 'no answer');
      if (answer === undefined) timer = setTimeout(() => void ask(), AGAIN_MS);
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);
  if (agents === undefined) return <p role="status">{say('Asking the providers…')}</p>;
  if (agents === 'no answer') {
    return (
      <p className="problem" role="alert">
        {say('The server does not answer. Nothing is lost; trying again…')}
      </p>
    );
  }
  if (agents === 'none') return <p>{say('There is nothing to choose here.')}</p>;
  return (
    <>
      <p>{say('Keys are read from the server’s environment variables. They are never sent to this page.')}</p>
      <ul className="settings-providers">
        {agents.providers.map((provider) => (
          <li key={provider.name}>
            <Entry provider={provider} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ provider }: { readonly provider: Provider }): ReactNode {
  const language = usePageLanguage();
  const { name, state, models } = provider;
  return (
    <>
      <strong>{providerName(name)}</strong>
      <p data-state={state}>{visible(providerState(provider, language))}</p>
      {models.length > 0 && (
        <details>
          <summary>{language.say('Models: {n}', { n: models.length })}</summary>
          <ul tabIndex={0} aria-label={language.say('Models')}>
            {models.map((model) => (
              <li key={model}>{visible(model)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
