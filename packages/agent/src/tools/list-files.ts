import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';
import { matchesGlob } from '../workspace/matches-glob.ts';
import { ignoreFiles } from '../workspace/ignore-files.ts';
import { walk } from '../workspace/walk.ts';
import { locateFolder } from '../workspace/locate.ts';

const MOST_FILES = 1000;

export const listFiles: Tool = defineTool({
  name: 'list_files',
  description:
    'Lists files and folders of the workspace, with all that is below. Passes over .git, node_modules and what .gitignore names.',
  input: z.object({
    path: z.string().optional().describe('The folder, from the workspace. Without it: all.'),
    pattern: z.string().max(500).optional().describe('Only files that match, like *.ts or src/**/*.md.'),
    ignored: z.boolean().optional().describe('Also what .gitignore names.'),
  }),
  safe: true,
  execute: async ({ path = '.', pattern, ignored = false }, { workspace, signal }) => {
    const place = await locateFolder(workspace, path);
    if (!place.ok) return errorValue(place.problem);
    const passOver = ignored ? undefined : await ignoreFiles(place);
    const files: string[] = [];
    let more = false;
    for await (const { name, kind } of walk(place, signal, passOver)) {
      more = kind === 'more' || files.length === MOST_FILES;
      if (more) break;
      if (pattern !== undefined && (kind === 'folder' || !matchesGlob(name, pattern))) continue;
      files.push(kind === 'folder' ? `${name}/` : name);
    }
    const structured = { kind: 'files', path: place.name, files, more };
    if (files.length === 0) return textValue('No files.', structured);
    return textValue(files.join('\n') + (more ? '\n… and more' : ''), structured);
  },
});
