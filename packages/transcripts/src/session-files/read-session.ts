import { readFile } from 'node:fs/promises';
import { readAs } from '../read-transcript.ts';
import type { ReadTranscript } from '../read-transcript.ts';
import { Transcript } from '../transcript.ts';
import type { TranscriptOptions } from '../transcript.ts';
import { agentFiles } from './agent-files.ts';
import { decompress } from './decompress.ts';
import { filesIn, readOwnFile, sessionFolder } from './own-folder.ts';

export type ReadSession =
  | (ReadTranscript & { readonly ok: true; readonly agents: number })
  | { readonly ok: false; readonly reason: string };

/**
 * `await readSession('~/.claude/projects/…/5f0c….jsonl')`: a file, compressed or not, with what lies in the session's own
 * folder: the runs of its subagents, under the calls that started them, and outputs too large for the transcript.
 */
export async function readSession(path: string, options: Pick<TranscriptOptions, 'format'> = {}): Promise<ReadSession> {
  const read = await readFile(path).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (typeof read === 'string') return { ok: false, reason: read };
  const whole = decompress(read);
  if (!whole.ok) return whole;
  const outputs = outputsOf(path);
  const transcript = new Transcript({ ...options, path }, outputs);
  transcript.push(whole.bytes);
  let agents = 0;
  if (transcript.format === 'claude-code') {
    for (const { agent, call, bytes } of agentFiles(path, transcript.session)) {
      transcript.nextFile();
      if (call !== undefined) transcript.linkChild(agent, call);
      transcript.push(bytes);
      agents += 1;
    }
  }
  transcript.end();
  return Object.assign(readAs(transcript), { ok: true, agents } as const);
}

/** What a result says of where its whole is kept is only a name here. */
function outputsOf(path: string): (name: string) => string | undefined {
  const folder = sessionFolder(path, 'tool-results');
  const names = new Set(folder === undefined ? [] : filesIn(folder));
  return (name) => {
    const bytes = folder !== undefined && names.has(name) ? readOwnFile(folder, name) : undefined;
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  };
}
