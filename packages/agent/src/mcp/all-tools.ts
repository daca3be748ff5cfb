/** What a server lists as tools, as it came: the SDK's own list is refused whole if one tool in it is not as it should be. */
import type { Client } from '@modelcontextprotocol/client';
import type { Json } from '@toolthread/core/json';
import { z } from 'zod';

const MOST_PAGES = 64;

interface ToolPage {
  readonly tools: readonly Json[];
  readonly nextCursor?: string;
}

const page: z.ZodType<ToolPage> = z.object({ tools: z.array(z.json()), nextCursor: z.string().exactOptional() });

/** `await allTools(client, 30_000)`: of all pages. Rejects if they do not end. */
export async function allTools(client: Client, timeout: number): Promise<readonly Json[]> {
  const tools: Json[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const next = await toolsOn(client, cursor, timeout);
    tools.push(...next.tools);
    if (next.nextCursor === undefined) return tools;
    cursor = next.nextCursor;
  }
  throw new Error(`its list of tools has more than ${MOST_PAGES} pages`);
}

/** One page of them. */
export async function toolsOn(client: Client, cursor: string | undefined, timeout: number): Promise<ToolPage> {
  if (client.getServerCapabilities()?.tools === undefined) return { tools: [] };
  return client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, page, { timeout });
}
