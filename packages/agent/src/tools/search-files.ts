import { z } from 'zod';
import { Deadline } from '../deadline.ts';
import { cutWords, withoutLastWord } from '../tool/cut-words.ts';
import { defineTool } from '../tool/define-tool.ts';
import { pathText } from '../tool/path-text.ts';
import type { Tool } from '../tool/tool.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';
import { decodeText, MOST_TEXT_BYTES } from '../workspace/decode-text.ts';
import { fileText } from '../workspace/file-text.ts';
import { firstNames } from '../workspace/first-names.ts';
import { matchesGlob } from '../workspace/matches-glob.ts';
import { HeldBack } from '../workspace/held-back.ts';
import { IgnoreFiles } from '../workspace/ignore-files.ts';
import { LONGEST_WALK_MS, walk } from '../workspace/walk.ts';
import { locateFolder, readBytes } from '../workspace/locate.ts';

const MOST_MATCHES = 200;
const LONGEST_LINE = 300;

type Match = { readonly path: string; readonly line: number; readonly text: string };

/** The text is taken literally: a regular expression of a model can take for ever. */
export const searchFiles: Tool = defineTool({
  name: 'search_files',
  question: 'Search for this?',
  description:
    'Finds lines that contain a text, taken literally, in the files of the workspace. Passes over .git, node_modules and what .gitignore names.',
  input: z.object({
    query: z.string().min(1).max(1000),
    path: pathText().optional().describe('The folder, from the workspace. Without it: all.'),
    pattern: z.string().max(500).optional().describe('Only in files that match, like *.ts or src/**/*.md.'),
    ignored: z.boolean().optional().describe('Also what .gitignore names.'),
    ignore_case: z.boolean().optional(),
  }),
  safe: true,
  execute: async (given, { workspace, signal, leavesOut }) => {
    const { query, path = '.', pattern, ignored = false, ignore_case: ignoreCase = false } = given;
    const place = await locateFolder(workspace, path);
    if (!place.ok) return errorValue(place.problem);
    const wanted = ignoreCase ? query.toLowerCase() : query;
    let more = false;
    const matches: Match[] = [];
    /** Too long to be searched to their ends. */
    const partly: string[] = [];
    using deadline = new Deadline(LONGEST_WALK_MS, signal);
    const ignoring = ignored ? undefined : new IgnoreFiles(place, deadline.signal);
    const heldBack = new HeldBack(await leavesOut('read_file'), ignoring?.passOver);
    for await (const found of walk(place, deadline.signal, heldBack.passOver)) {
      more ||= found.kind === 'more';
      if (found.kind !== 'file' || (pattern !== undefined && !matchesGlob(found.name, pattern))) continue;
      const read = await readBytes({ ok: true, root: place.root, path: found.path, name: found.name }, MOST_TEXT_BYTES);
      if (!read.ok) continue;
      const cut = read.size > read.bytes.length;
      const decoded = decodeText(read.bytes, cut);
      if (decoded === undefined) continue;
      const text = cut ? withoutLastWord(decoded) : decoded;
      if (cut) partly.push(found.name);
      for (const [index, line] of fileText(text).split('\n').entries()) {
        if (!(ignoreCase ? line.toLowerCase() : line).includes(wanted)) continue;
        matches.push({ path: found.name, line: index + 1, text: cutWords(line, LONGEST_LINE) });
        if (matches.length > MOST_MATCHES) break;
      }
      if (matches.length > MOST_MATCHES) break;
    }
    more ||= matches.length > MOST_MATCHES || partly.length > 0;
    const shown = matches.slice(0, MOST_MATCHES);
    const structured = { kind: 'matches', query, matches: shown, more };
    return textValue(
      [...wordsOf(shown, more), ...notes(partly), ...(ignoring?.notes() ?? []), ...heldBack.notes()].join('\n'),
      structured,
    );
  },
});

/** That nothing was found is said only of what was searched. */
function wordsOf(matches: readonly Match[], more: boolean): readonly string[] {
  if (matches.length === 0) return [more ? 'No matches in what was searched, which is not all.' : 'No matches.'];
  return [...matches.map(({ path, line, text }) => `${path}:${line}: ${text}`), ...(more ? ['… and more'] : [])];
}

function notes(partly: readonly string[]): readonly string[] {
  if (partly.length === 0) return [];
  return [`(only the first ${MOST_TEXT_BYTES / 1024 / 1024} MB of: ${firstNames(partly)})`];
}
