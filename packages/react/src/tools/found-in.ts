import { resultText } from '@toolthread/core/lines';
import { isFine } from './changes-in.ts';
import type { ToolProps } from './tool-renderer.ts';

/** What a search says that it found, or how much of it is there. */
export interface Found {
  readonly count: number;
  readonly what: 'file' | 'match' | 'line';
  /** There is more than it says. */
  readonly more: boolean;
}

/** Longer texts are not counted for a few words. */
const MOST_COUNTED = 1_000_000;

const SAYS = /\bfound (\d\d*)\+? (?:total )?(file|match|occurrence|line)/i;
const NOTHING = /^no (?:file|match)(?:e?s)? (?:were )?found/i;
const CUT = /\btruncated\b/i;
const HIT = /^[^\s:][^:\n]*:\d\d*:/;

/** Of a search whose result is only text: what its first or last line says, else its lines. A path is a line; a hit begins with its place. */
export function foundIn(props: ToolProps, what: 'file' | 'match'): Found | undefined {
  const text = props.result === undefined || !isFine(props) ? '' : (resultText(props.call) ?? '');
  if (text.trim() === '' || text.length > MOST_COUNTED) return undefined;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // What is found may say anything.
  const notes = [lines[0] ?? '', lines.at(-1) ?? ''].filter((line) => !isFound(line));
  const more = notes.some((line) => CUT.test(line));
  const said = notes.map((line) => SAYS.exec(line)).find((match) => match !== null);
  if (said !== undefined && said !== null) return { count: Number(said[1]), what: kindOf(said[2] ?? ''), more };
  if (notes.some((line) => NOTHING.test(line))) return { count: 0, what, more: false };
  if (what === 'file') return { count: lines.filter((line) => !line.startsWith('(')).length, what, more };
  const hits = lines.filter((line) => HIT.test(line)).length;
  return hits === 0 ? undefined : { count: hits, what, more };
}

/** A hit, a line beside one, or a path. */
function isFound(line: string): boolean {
  return HIT.test(line) || /^\S*$|^\S\S*-\d\d*-/.test(line.trim());
}

function kindOf(word: string): Found['what'] {
  switch (word.toLowerCase()) {
    case 'file':
      return 'file';
    case 'line':
      return 'line';
    default:
      return 'match';
  }
}
