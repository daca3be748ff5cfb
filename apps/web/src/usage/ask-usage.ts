import type { UsageSum } from '@toolthread/core/summary';
import { server } from '../page/server.ts';

export interface NamedUsage extends UsageSum {
  readonly name: string | null;
}

export type Grouping = 'day' | 'model' | 'project' | 'agent' | 'tool';

/** As the server sums it up. */
export interface Usage extends Readonly<Record<Grouping, readonly NamedUsage[]>> {
  readonly prices: readonly { readonly date: string; readonly own: boolean }[];
  readonly total: UsageSum;
  readonly unpriced: readonly { readonly model: string | null; readonly tokens: number }[];
  readonly undated: UsageSum;
  readonly skipped: number;
}

/** Text: why there is none. Undefined: the server did not answer. */
export async function askUsage(since: string, signal: AbortSignal): Promise<Usage | string | undefined> {
  try {
    const address = `${server.baseUrl}/api/usage?${new URLSearchParams({ since })}`;
    const response = await server.fetch(address, { cache: 'no-store', signal });
    if (!response.ok) {
      const { error }: { readonly error?: { readonly message?: string } } = await response.json();
      return error?.message;
    }
    const usage: Usage = await response.json();
    return usage;
  } catch {
    return undefined;
  }
}
