/** Follows a growing session: looks again and again at its file, or at its rows. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LinesForm } from '@toolthread/core/lines';
import { failure } from '../failure.ts';
import { systemTrouble } from '../system-trouble.ts';
import type { Trouble } from '../system-trouble.ts';
import { printDrawn, printProblem } from '../terminal/print-text.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { plainFileSize } from '../thread/stat-of.ts';
import { LARGE_BYTES } from '../thread/open-session.ts';
import { insideOf, readThread, troubleWith } from '../thread/read-thread.ts';
import type { KeptRecords, OpenedThread } from '../thread/read-thread.ts';
import { FollowedThread } from './followed-thread.ts';
import type { Screen } from './followed-thread.ts';
import type { Growing } from './growing.ts';
import { GrowingSession } from './growing-session.ts';
import { GrowingWithAgents } from './growing-with-agents.ts';

const EVERY_MS = 250;

const SCREEN: Screen = {
  terminal: () => terminalOf(process.stdout, process.env),
  print: (text) => void printDrawn(text),
};

/** Runs until Ctrl-C. */
export async function follow(path: string, form: LinesForm): Promise<number> {
  const inside = insideOf(path);
  const isFollowed = inside === undefined ? isEmpty(path) : existsSync(inside.store);
  const trouble = isFollowed ? undefined : troubleWith(inside?.store ?? path);
  if (trouble !== undefined) return failure(trouble.what, trouble.whatToDo);
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  const problem = await watch(path, form, stop.signal);
  process.off('SIGINT', end);
  process.off('SIGTERM', end);
  return problem === undefined ? 0 : failure(problem.what, problem.whatToDo);
}

async function watch(path: string, form: LinesForm, signal: AbortSignal): Promise<Trouble | undefined> {
  const keep = form === 'whole' ? 'all' : 'unknown';
  let file: Growing | undefined;
  let thread = new FollowedThread(form, SCREEN);
  let missing = false;
  try {
    while (!signal.aborted) {
      const fate = file?.fate() ?? (isThere(path) ? 'replaced' : 'gone');
      if (fate === 'gone' && !missing) void printProblem(`toolthread: ${path} is gone. Waiting for it; Ctrl-C ends.`);
      missing = fate === 'gone';
      if (fate === 'replaced' || fate === 'rewritten') {
        if (file !== undefined) {
          thread.leave(await file.ended());
          thread = new FollowedThread(form, SCREEN);
          file.close();
          void printProblem(
            `toolthread: ${path} was ${fate === 'rewritten' ? 'rewritten' : 'replaced'}. It is read from its beginning.`,
          );
        }
        file = growing(path, keep);
      }
      const grew = (await file?.read()) === true;
      const problem = grew ? file?.trouble() : undefined;
      if (problem !== undefined) return problem;
      if (file !== undefined) thread.look(file.thread, grew);
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    if (file !== undefined) thread.leave((await wholeThread(path, file, keep)) ?? (await file.ended()));
    return undefined;
  } catch (error) {
    return systemTrouble(`${path} cannot be read`, error);
  } finally {
    file?.close();
  }
}

function growing(path: string, keep: KeptRecords): Growing {
  const inside = insideOf(path);
  return inside === undefined ? new GrowingWithAgents(path, keep) : new GrowingSession(path, inside.store, keep);
}

/** With the runs of subagents, and the outputs, that are beside the file: as `open` reads it, where it does so at once. */
async function wholeThread(path: string, file: Growing, keep: KeptRecords): Promise<OpenedThread | undefined> {
  const size = plainFileSize(path) ?? 0;
  if (file.fate() !== 'there' || size === 0 || size > LARGE_BYTES) return undefined;
  const read = await readThread(path, keep);
  return read.ok ? read.thread : undefined;
}

function isThere(path: string): boolean {
  return existsSync(insideOf(path)?.store ?? path);
}

/** A new session may have nothing in it yet. */
function isEmpty(path: string): boolean {
  return plainFileSize(path) === 0;
}
