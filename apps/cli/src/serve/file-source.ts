import { existsSync } from 'node:fs';
import { type FileFinder, policyInMode } from '@toolthread/agent';
import type { ThreadState } from '@toolthread/core';
import type { AgentChoice, FileSource } from '@toolthread/server';

interface FileSourceOptions {
  readonly find: FileFinder['find'];
  /** Undefined: they are not here. */
  readonly workspaceOf: (thread: ThreadState) => string | undefined;
  /** Undefined: a thread that begins with this choice has a folder of its own, which is not there yet. */
  readonly firstWorkspace: (choice: AgentChoice) => string | undefined;
  /** The policy file: what it holds back from file tools is named to nobody. */
  readonly policy: string;
  readonly withoutSecrets: (text: string) => string;
}

/** `fileSource({ find, workspaceOf, firstWorkspace, policy, withoutSecrets })`: the files that the agent of a thread could read. */
export function fileSource(options: FileSourceOptions): FileSource {
  const { find, workspaceOf, firstWorkspace, policy, withoutSecrets } = options;
  const rules = policyInMode({ file: policy }, 'ask');
  const findIn = async (
    workspace: string | undefined,
    words: string,
    limit: number,
  ): ReturnType<FileSource['find']> => {
    // It is made when somebody works in it.
    if (workspace === undefined || !existsSync(workspace)) return { ok: true, files: [], more: false };
    const leavesOut: string[] = [];
    for (const name of ['list_files', 'read_file'])
      leavesOut.push(...((await rules.leavesOut?.({ name, arguments: {}, workspace })) ?? []));
    const found = await find(workspace, { words, limit, leavesOut });
    if (!found.ok) return { ok: false, problem: withoutSecrets(found.problem) };
    return { ...found, files: found.files.filter((name) => withoutSecrets(name) === name) };
  };
  return {
    find: async (thread, words, limit) => {
      const workspace = workspaceOf(thread);
      return workspace === undefined ? { ok: false, problem: NOT_HERE } : findIn(workspace, words, limit);
    },
    findFirst: (choice, words, limit) => findIn(firstWorkspace(choice), words, limit),
  };
}

const NOT_HERE = 'The files of this thread are not here: their storage is missing, or is not the one of this database.';
