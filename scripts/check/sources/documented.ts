import type { Found } from './modules.ts';
import type { Source } from './source.ts';

/** What a comment says of a declaration: sentences first, then an example. */
export interface Documented {
  readonly text: string;
  readonly example: string | undefined;
}

/** The comment right above a declaration; nothing if there is none. */
export function documented({ comments, text }: Source, start: number): Documented {
  const above = comments.findLast(
    ({ end, type }) => type === 'Block' && end <= start && /^\n$/.test(text.slice(end, start).replace(/[ \t]/g, '')),
  );
  if (above === undefined || !above.value.startsWith('*')) return { text: '', example: undefined };
  const lines = above.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const at = lines.findIndex((line) => line.trim().startsWith('@example'));
  const said = at === -1 ? lines : lines.slice(0, at);
  const shown = at === -1 ? [] : lines.slice(at);
  return {
    text: said.join('\n').trim(),
    example:
      at === -1
        ? undefined
        : shown
            .join('\n')
            .replace('@example', '')
            .replace(/^\n+|\s+$/g, '')
            .trim(),
  };
}

/** A declaration as a reader of the reference sees it: without its body. */
export function signatureOf({ declaration }: Found, { text }: Source): string {
  const { start, signatureEnd } = declaration;
  return text
    .slice(start, signatureEnd)
    .replace(/^export (default )?/, '')
    .replace(/\s*[{=]?\s*$/, '')
    .trim();
}
