import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { ApprovalMode } from '@toolthread/core/events';
import type { AgentChoice, ListedAgents } from '@toolthread/server/answers';
import { server } from '../page/server.ts';
import { askServer } from '../views/ask-server.ts';
import { store, stored } from '../page/stored.ts';

/** `none`: there is nothing to choose on this server. Undefined: it did not answer. */
export async function askAgents(signal: AbortSignal): Promise<ListedAgents | 'none' | undefined> {
  try {
    const response = await server.fetch(`${server.baseUrl}/api/agents`, { cache: 'no-store', signal });
    if (!response.ok) return response.status === 404 || response.status === 403 ? 'none' : undefined;
    const agents: ListedAgents = await response.json();
    return agents;
  } catch {
    return undefined;
  }
}

/** Undefined when it is recorded; else why not, as a message. */
export async function chooseAgent(thread: string, choice: AgentChoice): Promise<string | undefined> {
  const asked = await askServer(`/api/threads/${encodeURIComponent(thread)}/agent`, { method: 'POST', body: choice });
  return asked.ok ? undefined : asked.problem;
}

const KEY = 'toolthread.choice';

/** What was chosen for the last new thread in this browser. What is odd in it is nothing. */
export function storedChoice(): AgentChoice {
  try {
    const fields = fieldsOf(JSON.parse(stored(KEY) ?? '{}'));
    const names = ['agent', 'provider', 'model', 'workspace'] as const;
    const found = names.flatMap((name) => {
      const text = textOf(fields[name]);
      return text === undefined ? [] : [[name, text] as const];
    });
    const approval = listOf(['ask', 'read-only', 'auto-edit'] satisfies ApprovalMode[]).find(
      (mode) => mode === fields['approval'],
    );
    return { ...Object.fromEntries(found), ...(isMode(approval) ? { approval } : {}) };
  } catch {
    return {};
  }
}

export function storeChoice(choice: AgentChoice): void {
  // A browser that keeps nothing asks again each time.
  store(KEY, JSON.stringify(choice));
}

function isMode(value: unknown): value is ApprovalMode {
  return value === 'ask' || value === 'read-only' || value === 'auto-edit';
}
