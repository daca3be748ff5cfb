import { setTimeout as sleep } from 'node:timers/promises';
import { askProgram, type ServedProgram } from './served-program.ts';

/** A new thread in which something is said, until its run has ended. Gives its id. */
export async function answeredThread(program: ServedProgram, text = 'Go.'): Promise<string> {
  const id = String(fieldOf(await askProgram(program, '/threads', {}), 'id'));
  const posted = await askProgram(program, `/threads/${id}/messages`, { text });
  if (fieldOf(posted, 'error') !== undefined) throw new Error(JSON.stringify(posted).slice(0, 500));
  while (fieldOf(await askProgram(program, `/threads/${id}`), 'unfinished') !== false) await sleep(50);
  return id;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
