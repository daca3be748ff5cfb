import { formatSize, visible } from '@toolthread/core/text';
import type { Language } from '@toolthread/core/text';
import type { Noun, Phrase } from '../labels/phrase.ts';

/** How much goes with one message. */
export interface AttachLimits {
  readonly files: number;
  /** All of them together. */
  readonly bytes: number;
}

interface Judged {
  readonly taken: readonly File[];
  /** Every file that was left out, by its name, and why. Undefined if none was. */
  readonly problem: string | undefined;
}

/** What fits beside the files that are there, in the order in which it was offered; and what does not, in words. */
export function attachable(
  files: readonly File[],
  offered: readonly File[],
  { files: most, bytes: room }: AttachLimits,
  language: Language<Phrase, Noun>,
): Judged {
  const { say } = language;
  const taken: File[] = [];
  const large: string[] = [];
  const many: string[] = [];
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const file of offered) {
    const name = visible(file.name);
    const over = bytes + file.size - room;
    if (over > 0) {
      const amounts = { size: formatSize(file.size, language), over: formatSize(over, language) };
      large.push(`${name} (${say('{size}, {over} too much', amounts)})`);
    } else if (files.length + taken.length >= most) many.push(name);
    else {
      bytes += file.size;
      taken.push(file);
    }
  }
  const problems = [
    ...(large.length === 0
      ? []
      : [
          say('Left out: {names}. A message can have {room}.', {
            room: formatSize(room, language),
            names: large.join(', '),
          }),
        ]),
    ...(many.length === 0
      ? []
      : [say('Left out: {names}. A message can have {n} files.', { n: most, names: many.join(', ') })]),
  ];
  return { taken, problem: problems.length === 0 ? undefined : problems.join(' ') };
}
