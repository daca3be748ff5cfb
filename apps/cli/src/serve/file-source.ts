import { existsSync } from 'node:fs';
import { type FileFinder, policyInMode } from '@toolthread/agent';
import type { ThreadState } from '@toolthread/core';
import type { FileSource } from '@toolthread/server';

interface FileSourceOptions {
  readonly find: FileFinder['find'];
  readonly workspaceOf: (thread: ThreadState) => string;
  /** The policy file: what it holds back from file tools is named to nobody. */
  readonly policy: string;
  readonly withoutSecrets: (text: string) => string;
}

/** `fileSource({ find, workspaceOf, policy, withoutSecrets })`: the files that the agent of a thread could read. */
export function fileSource({ find, workspaceOf, policy, withoutSecrets }: FileSourceOptions): FileSource {
  const rules = policyInMode({ file: policy }, 'ask');
  return {
    async find(thread, words, limit) {
      const workspace = workspaceOf(thread);
      // It is made when somebody works in it.
      if (!existsSync(workspace)) return { ok: true, files: [], more: false };
      const leavesOut: string[] = [];
      for (const name of ['list_files', 'read_file'])
        leavesOut.push(...((await rules.leavesOut?.({ name, arguments: {}, workspace })) ?? []));
      const found = await find(workspace, { words, limit, leavesOut });
      if (!found.ok) return { ok: false, problem: withoutSecrets(found.problem) };
      return { ...found, files: found.files.filter((name) => withoutSecrets(name) === name) };
    },
  };
}
