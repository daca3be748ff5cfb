import { withoutLastWord } from '../tool/cut-words.ts';
import { locate, readBytes } from './locate.ts';

const NAMES = ['AGENTS.md', 'CLAUDE.md'];
const MOST_BYTES = 32 * 1024;

/**
 * `await withInstructions(system, workspace)`: the system prompt, and after it what the workspace has to say to agents.
 * These files are words for the model and configure nothing: no tool, no permission, no model.
 */
export async function withInstructions(
  system: string | undefined,
  workspace: string | undefined,
): Promise<string | undefined> {
  if (workspace === undefined) return system;
  const found: { readonly name: string; readonly text: string }[] = [];
  for (const name of NAMES) {
    const text = await readInstructions(workspace, name);
    // One file is often only a link to the other, or a copy of it.
    if (text !== undefined && found.every((other) => other.text !== text)) found.push({ name, text });
  }
  const sections = found.map(({ name, text }) => `Instructions of the workspace, from its file ${name}:\n\n${text}`);
  const all = [...(system === undefined ? [] : [system]), ...sections];
  return all.length === 0 ? undefined : all.join('\n\n');
}

async function readInstructions(workspace: string, name: string): Promise<string | undefined> {
  const place = await locate(workspace, name);
  const read = place.ok ? await readBytes(place, MOST_BYTES) : place;
  if (!read.ok) return undefined;
  // With `stream`, a character that the limit cuts in two is left out.
  const text = new TextDecoder().decode(read.bytes, { stream: true }).trim();
  if (text === '') return undefined;
  return read.size > MOST_BYTES ? `${withoutLastWord(text)}\n\n[Cut: the file has ${read.size} bytes.]` : text;
}
