import { createReadStream } from 'node:fs';
import { readAs } from '../transcript/read-transcript.ts';
import type { ReadTranscript } from '../transcript/read-transcript.ts';
import { Transcript } from '../transcript/transcript.ts';
import type { TranscriptOptions } from '../transcript/transcript.ts';
import { agentFiles } from './agent-files.ts';
import type { AgentFile } from './agent-files.ts';
import { agentRollouts } from './agent-rollouts.ts';
import { decompress, isCompressed } from './decompress.ts';
import { filesIn, readOwnFile, sessionFolder } from './session-folder.ts';

const CHUNK = 1024 * 1024;

/** A session with the files beside it and how many subagents it had, or why it cannot be read. */
export type ReadSession =
  | (ReadTranscript & { readonly ok: true; readonly agents: number })
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the file of a session, compressed or not, with what lies in the session's own folder: the runs of its subagents, under the calls
 * that started them, and outputs too large for the transcript.
 *
 * @example
 * import { writeFileSync } from 'node:fs';
 * const text = '[{"role":"user","content":"Who uses the parser?"},{"role":"assistant","content":"Only the linter."}]';
 * const path = `${exampleFolder()}/chat.json`;
 * writeFileSync(path, text);
 * const session = await readSession(path);
 * session.ok && session.format; //=> 'openai'
 */
export async function readSession(path: string, options: Pick<TranscriptOptions, 'format'> = {}): Promise<ReadSession> {
  const transcript = new Transcript({ ...options, path }, outputsOf(path));
  const problem = await pushFile(transcript, path);
  if (problem !== undefined) return { ok: false, reason: problem };
  let agents = 0;
  for (const { agent, call, bytes } of filesOfAgents(transcript, path)) {
    transcript.nextFile(agent);
    if (call !== undefined) transcript.linkChild(agent, call);
    transcript.push(bytes);
    agents += 1;
  }
  transcript.end();
  return Object.assign(readAs(transcript), { ok: true, agents } as const);
}

/** Each is asked for when the one before it was read: an agent's file may tell of more agents. */
function filesOfAgents(transcript: Transcript, path: string): Iterable<AgentFile> {
  if (transcript.format === 'claude-code') return agentFiles(path, transcript.session);
  return transcript.format === 'codex' ? agentRollouts(path, () => transcript.agents) : [];
}

/** Piece by piece, so that a long file is never in memory as a whole; a compressed one must be. */
async function pushFile(transcript: Transcript, path: string): Promise<string | undefined> {
  const kept: Buffer[] = [];
  let isPlain: boolean | undefined;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
      const bytes: Buffer = chunk;
      isPlain ??= !isCompressed(bytes);
      if (isPlain) transcript.push(bytes);
      else kept.push(bytes);
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const whole = decompress(Buffer.concat(kept));
  if (!whole.ok) return whole.reason;
  transcript.push(whole.bytes);
  return undefined;
}

/** Of the path that a result names, only the file's name is used. */
function outputsOf(path: string): (name: string) => string | undefined {
  const folder = sessionFolder(path, 'tool-results');
  const names = new Set(folder === undefined ? [] : filesIn(folder));
  return (name) => {
    const bytes = folder !== undefined && names.has(name) ? readOwnFile(folder, name) : undefined;
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  };
}
