/** Finds the session files of this computer by their paths, without opening any. */
import { join } from 'node:path';
import type { Format } from '@toolthread/transcripts';
import { filesBelow } from './files-below.ts';
import type { FoundFile } from './files-below.ts';
import { besideStamp, storedStamp } from './beside-stamp.ts';
import { opencodeFolder, SESSION_PLACES } from './session-places.ts';
import type { Environment } from './session-places.ts';
import type { Skipped } from './skipped-files.ts';

/** The agents whose folders are looked at, by the name of their format. */
export const AGENTS: readonly Format[] = Object.keys(SESSION_PLACES).filter(hasPlace);

function hasPlace(name: string): name is Format {
  return Object.entries(SESSION_PLACES).some(([format, places]) => format === name && places.length > 0);
}

/** Its path is what `toolthread open` takes. */
export interface SessionFile extends FoundFile {
  readonly agent: Format;
  /** Of a session that is more than its file: another text after a change of the rest. */
  readonly stamp?: string;
}

/** `findSessionFiles('/home/me', process.env, skipped.add)`, in no order. What cannot be opened is told to `skipped`. */
export function findSessionFiles(home: string, env: Environment, skipped: Skipped): SessionFile[] {
  const storage = join(opencodeFolder(home, env), 'storage');
  return AGENTS.flatMap((agent) =>
    SESSION_PLACES[agent].flatMap(({ folder, depth, names }) => {
      const name = new RegExp(`^${NOT_OF[agent] ?? ''}(?:${names.map(patternOf).join('|')})$`, 's');
      return filesBelow(folder(home, env), depth, { name, skipped }).map((file) => sessionFile(agent, file, storage));
    }),
  );
}

/** Names of what is no session of its own. */
const NOT_OF: { readonly [agent in Format]?: string } = { 'claude-code': '(?!agent-)' };

function sessionFile(agent: Format, file: FoundFile, storage: string): SessionFile {
  if (agent === 'opencode') {
    const id = file.path.slice(file.path.lastIndexOf('ses_'), -'.json'.length);
    return { agent, ...file, path: `${storage}#${id}`, stamp: storedStamp(storage, id) };
  }
  const stamp = agent === 'claude-code' ? besideStamp(file.path) : '';
  return { agent, ...file, ...(stamp === '' ? {} : { stamp }) };
}

/** `patternOf('rollout-*.jsonl')` */
function patternOf(name: string): string {
  const pattern = name.replaceAll('.', '\\.').replace('*', '..*').replace('ID', '[0-9a-f-]{36}');
  return name.endsWith('.jsonl') ? `${pattern}(?:\\.(?:zst|gz))?` : pattern;
}
