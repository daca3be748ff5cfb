/** Words that are being written, as one line: what is bold, emphasised or code, without the signs for it. */
import { Lexer } from 'marked';
import { decodeEntities } from './decode-entities.ts';
import { known } from './parse-segment.ts';
import type { MarkedToken } from './parse-segment.ts';
import { MOST_WORK, parseWork } from './parse-work.ts';

export interface LiveRun {
  readonly text: string;
  readonly style: LiveStyle;
}

type LiveStyle = 'plain' | 'strong' | 'em' | 'del' | 'code';

/** Only so much of the end is looked at, however much has been written ([L5]). */
const READ_CHARS = 2_000;

/**
 * `liveRuns('I **wi')` is `I ` and a strong `wi`: a sign whose other half has not come yet counts as closed, so that words do not
 * change their looks when it comes. Links are their words. Never throws.
 */
export function liveRuns(text: string): readonly LiveRun[] {
  const words = withoutBlocks(text.slice(-READ_CHARS));
  if (parseWork(words) > MOST_WORK) return [{ text: words, style: 'plain' }];
  try {
    return joined(known(Lexer.lexInline(closed(words), { gfm: true })).flatMap((token) => runsOf(token, 'plain')));
  } catch {
    return [{ text: words, style: 'plain' }];
  }
}

/** The last so many characters, from the beginning of a word: `…the end of it`. */
export function lastRuns(runs: readonly LiveRun[], limit: number): readonly LiveRun[] {
  const length = runs.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= limit) return runs;
  const kept: LiveRun[] = [];
  let skip = length - limit;
  for (const { text, style } of runs) {
    if (skip >= text.length) skip -= text.length;
    else {
      kept.push({ text: text.slice(skip), style });
      skip = 0;
    }
  }
  const [first, ...rest] = kept;
  if (first === undefined) return [];
  return [{ text: '…', style: 'plain' }, { ...first, text: first.text.slice(first.text.search(/\s/) + 1) }, ...rest];
}

/** Headings, lists, quotes and fences are lines of their own; on one line their signs are noise. */
function withoutBlocks(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:`{3}`*|~{3}~*).*$/, '')
        .replace(/^\s*(?:>\s?){1,999}/, '')
        .replace(/^\s*#{1,6}(?:\s\s*|$)/, '')
        .replace(/^\s*(?:[-*_]\s*){3,2000}$/, '')
        .replace(/^\s*[-*+](?:\s\s*|$)/, '• '),
    )
    .filter((line) => line.trim() !== '')
    .join(' ')
    .replace(/\s\s*/g, ' ')
    .trim();
}

/** The text with every sign that is still open closed, and a sign that is only begun left out. */
function closed(text: string): string {
  const begun = text.replace(/!?\[([^[\]]*)(?:\](?:\([^()]*)?)?$/, '$1').replace(/[`*_~\\][`*_~\\]*$/, '');
  const open = openSigns(begun);
  return `${begun.trimEnd()}${open.toReversed().join('')}`;
}

/** Signs without their other half, outermost first. Within code there are none. */
function openSigns(text: string): readonly string[] {
  const open: string[] = [];
  let code: string | undefined;
  for (const { 0: sign, index } of text.matchAll(/\\.|``*|\*{1,3}|~~|_{1,3}/g)) {
    if (sign.startsWith('\\')) continue;
    if (code !== undefined || sign.startsWith('`')) {
      code = code === undefined ? sign : code === sign ? undefined : code;
      continue;
    }
    const [before, after] = [text[index - 1] ?? ' ', text[index + sign.length] ?? ' '];
    const inside = sign.startsWith('_') && /\w/.test(before) && /\w/.test(after);
    if (inside) continue;
    if (open.at(-1) === sign && /\S/.test(before)) open.pop();
    else if (/\S/.test(after)) open.push(sign);
  }
  return code === undefined ? open : [...open, code];
}

function runsOf(token: MarkedToken, style: LiveStyle): readonly LiveRun[] {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del': {
      const { type } = token;
      return known(token.tokens).flatMap((inner) => runsOf(inner, style === 'plain' ? type : style));
    }
    case 'link':
      return known(token.tokens).flatMap((inner) => runsOf(inner, style));
    case 'codespan':
      return [{ text: token.text, style: 'code' }];
    case 'image':
    case 'text':
      return [{ text: decodeEntities(token.text), style }];
    case 'escape':
      return [{ text: token.text, style }];
    case 'br':
      return [{ text: ' ', style }];
    case 'blockquote':
    case 'checkbox':
    case 'code':
    case 'def':
    case 'heading':
    case 'hr':
    case 'html':
    case 'list':
    case 'list_item':
    case 'paragraph':
    case 'space':
    case 'table':
      return [{ text: token.raw, style }];
    default:
      return token satisfies never;
  }
}

/** Neighbours of one style are one run. */
function joined(runs: readonly LiveRun[]): readonly LiveRun[] {
  const all: LiveRun[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last?.style === run.style) all[all.length - 1] = { text: last.text + run.text, style: run.style };
    else if (run.text !== '') all.push(run);
  }
  return all;
}
