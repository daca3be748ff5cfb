import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import { askServer } from '../views/ask-server.ts';

/** `findFiles('t1')('src/pa')`: files of the thread's workspace; none where they cannot be had. */
export function findFiles(thread: string): (words: string) => Promise<readonly string[]> {
  return async (words) => {
    const asked = await askServer(
      `/api/threads/${encodeURIComponent(thread)}/files?${new URLSearchParams({ words }).toString()}`,
    );
    if (!asked.ok) return [];
    const { files } = fieldsOf(await asked.response.json().catch(() => undefined));
    return listOf(files).flatMap((file) => textOf(file) ?? []);
  };
}
