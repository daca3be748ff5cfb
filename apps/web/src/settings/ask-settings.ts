import { fieldsOf, filledTextOf } from '@toolthread/core/json';
import { server } from '../page/server.ts';

export interface Rule {
  readonly tool: string;
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly where?: { readonly [argument: string]: string };
}

export interface PolicySettings {
  readonly file: string;
  readonly rules: readonly Rule[];
  readonly always: number;
  /** Absent where the rules cannot be changed. */
  readonly version?: string;
  readonly problem?: string;
}

export interface McpSettings {
  readonly name: string;
  readonly tools: readonly string[];
  readonly problem?: string;
}

/** As `GET /api/settings` tells it. */
export interface Settings {
  readonly mcp: readonly McpSettings[];
  readonly mcpProblems: readonly string[];
  readonly policy: PolicySettings;
}

/** `none`: this server tells them to nobody, or not here. */
export type Asked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: 'none' | 'failed'; readonly problem: string };

/** `await askSettings<Settings>('GET', '/api/settings')` */
export async function askSettings<T>(
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  { body, signal }: { readonly body?: object; readonly signal?: AbortSignal } = {},
): Promise<Asked<T>> {
  try {
    const response = await server.fetch(`${server.baseUrl}${path}`, {
      method,
      cache: 'no-store',
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok) {
      const value: T = await response.json();
      return { ok: true, value };
    }
    const error = fieldsOf(fieldsOf(await response.json().catch(() => undefined))['error']);
    const problem = filledTextOf(error['message']) ?? `HTTP ${response.status}`;
    return { ok: false, why: error['code'] === 'no_settings' ? 'none' : 'failed', problem };
  } catch (error) {
    return { ok: false, why: 'failed', problem: error instanceof Error ? error.message : String(error) };
  }
}
