import { dollars, spent } from '@toolthread/core/text';
import type { Spending } from '@toolthread/server/answers';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { server } from '../page/server.ts';

/** What is left today of what the reader may use. Nothing if there is no limit. */
export function SpentToday(): ReactNode {
  const { say, locale } = usePageLanguage();
  const [spending, setSpending] = useState<Spending>();
  useEffect(() => {
    const stop = new AbortController();
    void askSpending(stop.signal).then((answer) => {
      if (!stop.signal.aborted) setSpending(answer);
    });
    return () => stop.abort();
  }, []);
  if (spending === undefined) return null;
  const { tokens, cost, free_at: freeAt } = spending;
  const time = new Date(freeAt).toLocaleTimeString(locale, { timeStyle: 'short' });
  return (
    <>
      {tokens.limit !== null && (
        <p>
          {say('Today: {used} of {limit} tokens. The limit resets at {time}.', {
            used: tokens.used,
            limit: tokens.limit,
            time,
          })}
        </p>
      )}
      {cost.limit !== null && (
        <p>
          {say('Today: {used} of {limit}. The limit resets at {time}.', {
            used: cost.limit < 0.01 ? dollars(cost.used, locale) : spent(cost.used, locale),
            limit: dollars(cost.limit, locale),
            time,
          })}
        </p>
      )}
    </>
  );
}

async function askSpending(signal: AbortSignal): Promise<Spending | undefined> {
  try {
    const response = await server.fetch(`${server.baseUrl}/api/spending`, { cache: 'no-store', signal });
    if (!response.ok) return undefined;
    const spending: Spending = await response.json();
    return spending;
  } catch {
    return undefined;
  }
}
