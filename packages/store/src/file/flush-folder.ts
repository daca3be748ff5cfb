import { open } from 'node:fs/promises';

/** The name is on the disk, too. If a folder cannot be opened, as on Windows, the system sees to it. */
export async function flushFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => undefined);
  await opened?.sync().catch(() => undefined);
  await opened?.close();
}
