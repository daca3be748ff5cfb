import { openSync } from 'node:fs';
import { join } from 'node:path';
import { formatSize, thrownWords } from '@toolthread/core/text';
import type { Transcript } from '../transcript/transcript.ts';
import { agentFiles } from './agent-files.ts';
import type { AgentFile, LeftOut } from './agent-files.ts';
import { agentRollouts } from './agent-rollouts.ts';
import { fileChunks } from './file-chunks.ts';
import { openOwnFile } from './session-folder.ts';
import { PackedDamage } from './unpacked-chunks.ts';

/** However short its lines are, the events of one piece are few megabytes. */
const PIECE = 64 * 1024;
/** What subagents did is held whole: no place to cut at is inside of it. */
const MOST_AGENT_BYTES = 128 * 1024 * 1024;

/** Which bytes, and whether the runs of subagents that are beside the file belong to it. */
export interface Feeding {
  readonly beside: boolean;
  /** Bytes after these came later. */
  readonly size?: number;
  /** Of all files of subagents together, unpacked. What is more is left out, and counted as malformed. */
  readonly mostAgentBytes?: number;
}

/** `agents`: the files of subagents that were read. `damage`: why a compressed file was read only as far as it goes. */
export type Fed =
  | { readonly ok: true; readonly agents: readonly string[]; readonly damage: string | undefined }
  | { readonly ok: false; readonly reason: string };

/**
 * Pushes a file, compressed or not, into a transcript, piece by piece, so that it is never in memory as a whole; then the runs of its
 * subagents. It yields the bytes so far after each piece: there the events can be taken.
 */
export async function* feedSession(
  transcript: Transcript,
  path: string,
  { beside, size, mostAgentBytes = MOST_AGENT_BYTES }: Feeding,
): AsyncGenerator<number, Fed> {
  let bytes = 0;
  let damage: string | undefined;
  try {
    for await (const chunk of fileChunks(openSync(path, 'r'), size)) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE);
        bytes += piece.length;
        transcript.push(piece);
        yield bytes;
      }
    }
  } catch (error) {
    if (bytes === 0 || !(error instanceof PackedDamage)) return { ok: false, reason: thrownWords(error) };
    damage = error.message;
    transcript.leaveOut(`the compressed file cannot be read from here: ${damage}`);
  }
  const most = bytes + mostAgentBytes;
  const agents: string[] = [];
  for await (const own of beside ? filesOfAgents(transcript, path) : []) {
    if ('reason' in own) {
      transcript.leaveOut(`${own.name} is not read: ${own.reason}`);
      continue;
    }
    transcript.nextFile(own.agent, own.name);
    if (own.call !== undefined) transcript.linkChild(own.agent, own.call);
    agents.push(join(own.folder, own.name));
    try {
      for await (const chunk of fileChunks(own.file)) {
        const part = chunk.subarray(0, most - bytes);
        bytes += part.length;
        transcript.push(part);
        yield bytes;
        if (part.length === chunk.length) continue;
        transcript.leaveOut(
          `${own.name} is left out from here: subagents' files have more than ${formatSize(mostAgentBytes)}`,
        );
        break;
      }
    } catch (error) {
      transcript.leaveOut(`${own.name} cannot be read: ${thrownWords(error)}`);
    }
  }
  return { ok: true, agents, damage };
}

/** Each is asked for when the one before it was read: an agent's file may tell of more agents. [L4] What cannot be opened is named. */
async function* filesOfAgents(transcript: Transcript, path: string): AsyncGenerator<OpenedFile | LeftOut> {
  try {
    for await (const own of agentsOf(transcript, path)) {
      const file = 'reason' in own ? own : openOwnFile(own.folder, own.name);
      if ('value' in file && 'agent' in own) yield { ...own, file: file.value };
      else if ('reason' in file) yield { name: own.name, reason: file.reason };
    }
  } catch (error) {
    yield { name: "The folder of subagents' files", reason: thrownWords(error) };
  }
}

interface OpenedFile extends AgentFile {
  readonly file: number;
}

function agentsOf(
  transcript: Transcript,
  path: string,
): AsyncIterable<AgentFile | LeftOut> | Iterable<AgentFile | LeftOut> {
  if (transcript.format === 'claude-code')
    return agentFiles(path, {
      session: transcript.session,
      started: (agent, call) => transcript.agents.has(agent) || (call !== undefined && transcript.hasCall(call)),
    });
  return transcript.format === 'codex' ? agentRollouts(path, () => transcript.agents) : [];
}
