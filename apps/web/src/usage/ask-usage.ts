import type { Usage } from '@toolthread/server/answers';
import { server } from '../page/server.ts';

/** What the server sums up by. */
export type Grouping = 'day' | 'model' | 'project' | 'agent' | 'tool';

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
