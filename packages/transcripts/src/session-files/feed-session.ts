import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import type { Transcript } from '../transcript/transcript.ts';
import { agentFiles } from './agent-files.ts';
import type { AgentFile } from './agent-files.ts';
import { agentRollouts } from './agent-rollouts.ts';
import { MOST_BYTES, unpackerFor } from './decompress.ts';

const CHUNK = 1024 * 1024;
/** The magic numbers of what we unpack are no longer. */
const MAGIC_BYTES = 4;

/** Which bytes, and whether the runs of subagents that lie beside the file belong to it. */
export interface Feeding {
  readonly beside: boolean;
  /** Bytes after these came later. */
  readonly size?: number;
}

export type Fed = { readonly ok: true; readonly agents: number } | { readonly ok: false; readonly reason: string };

/**
 * Pushes a file, compressed or not, into a transcript, piece by piece, so that it is never in memory as a whole; then the runs of its
 * subagents. It yields the bytes so far after each piece: there the events can be taken.
 */
export async function* feedSession(
  transcript: Transcript,
  path: string,
  { beside, size }: Feeding,
): AsyncGenerator<number, Fed> {
  let bytes = 0;
  try {
    const { chunks, most } = await chunksOf(path, size);
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > most) return { ok: false, reason: 'it unpacks to more than 2 GB' };
      transcript.push(chunk);
      yield bytes;
    }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
  let agents = 0;
  for (const { agent, call, bytes: own } of beside ? filesOfAgents(transcript, path) : []) {
    transcript.nextFile(agent);
    if (call !== undefined) transcript.linkChild(agent, call);
    transcript.push(own);
    agents += 1;
    bytes += own.length;
    yield bytes;
  }
  return { ok: true, agents };
}

/** Each is asked for when the one before it was read: an agent's file may tell of more agents. */
function filesOfAgents(transcript: Transcript, path: string): Iterable<AgentFile> {
  if (transcript.format === 'claude-code')
    return agentFiles(path, {
      session: transcript.session,
      started: (agent, call) => transcript.agents.has(agent) || (call !== undefined && transcript.hasCall(call)),
    });
  return transcript.format === 'codex' ? agentRollouts(path, () => transcript.agents) : [];
}

interface Chunks {
  readonly chunks: AsyncIterable<Buffer>;
  /** A small file may unpack to any length. */
  readonly most: number;
}

async function chunksOf(path: string, size: number | undefined): Promise<Chunks> {
  const unpacker = unpackerFor(await firstBytes(path));
  const end = size === undefined || unpacker !== undefined ? {} : { end: Math.max(0, size - 1) };
  const file = createReadStream(path, { highWaterMark: CHUNK, ...end });
  if (unpacker === undefined) return { chunks: file, most: Infinity };
  // What goes wrong with the file is an error of the unpacker, whose chunks are taken.
  return { chunks: pipeline(file, unpacker, () => undefined), most: MOST_BYTES };
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
