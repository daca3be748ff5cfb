/** What a format is: how to know it, and how its records become ledger events. One folder a format. */
import type { Json, JsonFields } from '@toolthread/core/json';
import type { RecordNames } from '../records/repetitions.ts';
import type { ImportWriter } from '../thread/import-writer.ts';

/** Which program wrote a transcript, or which API its messages are of. */
export type Format =
  | 'claude-code'
  | 'codex'
  | 'opencode'
  | 'pi'
  | 'gemini'
  | 'qwen'
  | 'copilot'
  | 'kimi'
  | 'amp'
  | 'cursor'
  | 'cline'
  | 'unified'
  | 'contract'
  | 'chat'
  | 'ai-sdk'
  | 'anthropic'
  | 'openai'
  | 'tool-text'
  | 'ledger';

/** One record of the file and where it is. In a document `line` counts its records, and `byte` is 0. */
export interface SourceLine {
  readonly line: number;
  readonly byte: number;
  /** The name of a file beside the session's own: a subagent's. */
  readonly file?: string;
  readonly value: Json;
}

/**
 * Contract: `record` may be called for ever more records of a growing file; what it writes must not depend on how the file
 * was cut. `end` closes the thread: only then is an open call `lost`.
 */
export interface RecordReader {
  record(line: SourceLine): void;
  end(): void;
  /** The file has no more for now: what waits for other records waits no longer. */
  release?(): void;
  /** The best title seen so far. */
  readonly title: string | undefined;
  /** The records of another file of the same session follow: those of an agent that it started. `goesOn`: the file before may grow. */
  nextFile?(agent: string, goesOn: boolean): void;
  /** Agents that the file so far says were started, each with its call. */
  readonly agents?: ReadonlyMap<string, string>;
  /** Whether the call has arrived. */
  hasCall?(id: string): boolean;
  /** A child run belongs to a call, as a file beside the transcript says. */
  linkChild?(child: string, call: string): void;
  /** Counts beside the account, under the names `inspect --json` prints for this format. */
  counts(): { readonly [name: string]: Json };
}

/** The whole of an output that was too large for the transcript, by the name of its file in the session's own folder; or why it is not read, where it is there. */
export type SessionOutputs = (
  name: string,
) => { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string | undefined };

/** What a format is known by: the first records of a file, or its document, and the path. */
interface Beginning {
  readonly values: readonly Json[];
  /** The same as objects; empty ones for what is none. */
  readonly records: readonly JsonFields[];
  readonly path: string | undefined;
}

export interface FormatReader extends RecordNames {
  readonly format: Format;
  /** `lines`: a record a line. `document`: one JSON value, read when it is whole. `either`: the program wrote both. */
  readonly shape: 'lines' | 'document' | 'either';
  /** How sure it is, 0 to 1. */
  detect(beginning: Beginning): number;
  /** The folder in which its agent leaves its sessions. */
  readonly place?: string;
  open(writer: ImportWriter, outputs?: SessionOutputs): RecordReader;
}
