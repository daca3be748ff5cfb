import { connectThread, deleteThread } from '@toolthread/client';
import { chooseAgent } from '../settings/ask-agents.ts';
import type { AgentChoice } from '@toolthread/server/answers';
import { server } from '../page/server.ts';

export { titleFrom } from '@toolthread/core/text';

/** Posts the first message of a thread that nobody reads along yet: what went wrong, or undefined when it is kept. */
export async function postFirst(
  thread: string,
  text: string,
  mentions: readonly string[],
  attachments: readonly File[],
): Promise<string | undefined> {
  const connection = connectThread({ ...server, thread });
  const posted = await connection.post(text, { attachments, ...(mentions.length === 0 ? {} : { mentions }) });
  connection.close();
  return posted.ok ? undefined : posted.error.message;
}

/** Who answers it. If that cannot be, the thread that nothing was said in is gone again, and the words say why. */
export async function chooseFirst(thread: string, choice: AgentChoice | undefined): Promise<string | undefined> {
  if (choice === undefined) return undefined;
  const problem = await chooseAgent(thread, choice);
  if (problem !== undefined) await deleteThread(server, thread);
  return problem;
}
