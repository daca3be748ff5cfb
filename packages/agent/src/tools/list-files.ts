import { z } from 'zod';
import { Deadline } from '../deadline.ts';
import { defineTool } from '../tool/define-tool.ts';
import { pathText } from '../tool/path-text.ts';
import type { Tool } from '../tool/tool.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';
import { matchesGlob } from '../workspace/matches-glob.ts';
import { HeldBack } from '../workspace/held-back.ts';
import { IgnoreFiles } from '../workspace/ignore-files.ts';
import { LONGEST_WALK_MS, walk } from '../workspace/walk.ts';
import { locateFolder } from '../workspace/locate.ts';

const MOST_FILES = 1000;

/** `list_files`: names the files of the workspace. */
export const listFiles: Tool = defineTool({
  name: 'list_files',
  question: 'List the files here?',
  description:
    'Lists files and folders of the workspace, with all that is below. Passes over .git, node_modules and what .gitignore names.',
  input: z.object({
    path: pathText().optional().describe('The folder, from the workspace. Without it: all.'),
    pattern: z.string().max(500).optional().describe('Only files that match, like *.ts or src/**/*.md.'),
    ignored: z.boolean().optional().describe('Also what .gitignore names.'),
  }),
  safe: true,
  execute: async ({ path = '.', pattern, ignored = false }, { workspace, signal, leavesOut }) => {
    const place = await locateFolder(workspace, path);
    if (!place.ok) return errorValue(place.problem);
    using deadline = new Deadline(LONGEST_WALK_MS, signal);
    const ignoring = ignored ? undefined : new IgnoreFiles(place, deadline.signal);
    const heldBack = new HeldBack(await leavesOut(), ignoring?.passOver);
    const files: string[] = [];
    let more = false;
    for await (const { name, kind } of walk(place, deadline.signal, heldBack.passOver)) {
      more = kind === 'more' || files.length === MOST_FILES;
      if (more) break;
      if (pattern !== undefined && (kind === 'folder' || !matchesGlob(name, pattern))) continue;
      files.push(kind === 'folder' ? `${name}/` : name);
    }
    const structured = { kind: 'files', path: place.name, files, more };
    return textValue(
      [...wordsOf(files, more), ...(ignoring?.notes() ?? []), ...heldBack.notes()].join('\n'),
      structured,
    );
  },
});

/** That there is nothing is said only of what was looked at. */
function wordsOf(files: readonly string[], more: boolean): readonly string[] {
  if (files.length === 0) return [more ? 'No files in what was looked at, which is not all.' : 'No files.'];
  return [...files, ...(more ? ['… and more'] : [])];
}
