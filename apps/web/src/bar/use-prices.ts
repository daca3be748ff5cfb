import type { Price } from '@toolthread/core/summary';
import { useEffect, useState } from 'react';
import { server } from '../page/server.ts';

/** What the server knows of prices. */
export interface Prices {
  readonly lists: readonly { readonly date: string; readonly own: boolean }[];
  /** Undefined if no list has the model. */
  readonly of: ReadonlyMap<string, Price | undefined>;
}

interface Answer {
  readonly lists: Prices['lists'];
  readonly models: readonly { readonly model: string; readonly price: Price | null }[];
}

/** Of these models; undefined until the server has said so, and where it knows of none. */
export function usePrices(models: readonly string[]): Prices | undefined {
  const [prices, setPrices] = useState<Prices>();
  const asked = models.map((model) => `model=${encodeURIComponent(model)}`).join('&');
  useEffect(() => {
    if (asked === '') return undefined;
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const response = await server.fetch(`${server.baseUrl}/api/prices?${asked}`, { signal: stop.signal });
      if (!response.ok) return;
      const answer: Answer = await response.json();
      setPrices({
        lists: answer.lists,
        of: new Map(answer.models.map(({ model, price }) => [model, price ?? undefined])),
      });
    };
    // Without an answer nothing is said of costs.
    ask().catch(() => undefined);
    return () => stop.abort();
  }, [asked]);
  return prices;
}
