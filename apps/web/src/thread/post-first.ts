import { connectThread } from '@toolthread/client';
import { server } from '../page/server.ts';

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
