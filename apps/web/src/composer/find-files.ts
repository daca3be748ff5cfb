import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { AgentChoice } from '@toolthread/server/answers';
import { askServer } from '../views/ask-server.ts';

/** `findFiles('t1')('src/pa')`: files of the thread's workspace; none if they are not available. */
export function findFiles(thread: string): (words: string) => Promise<readonly string[]> {
  return (words) => found(`/api/threads/${encodeURIComponent(thread)}/files`, { words });
}

/** The same where a thread would work that begins with this choice. */
export function findFirstFiles(choice: AgentChoice = {}): (words: string) => Promise<readonly string[]> {
  return (words) => found('/api/files', { ...choice, words });
}

async function found(path: string, query: { readonly [name: string]: string }): Promise<readonly string[]> {
  const asked = await askServer(`${path}?${new URLSearchParams(query).toString()}`);
  if (!asked.ok) return [];
  const { files } = fieldsOf(await asked.response.json().catch(() => undefined));
  return listOf(files).flatMap((file) => textOf(file) ?? []);
}
