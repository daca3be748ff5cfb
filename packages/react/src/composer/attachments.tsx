import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { formatSize, visible } from '@toolthread/core/text';
import type { Language } from '@toolthread/core/text';
import { useLanguage } from '../labels/use-language.ts';
import type { Noun, Phrase } from '../labels/phrase.ts';
import type { Attached } from './use-attached.ts';

/** How much goes with one message. */
export interface AttachLimits {
  readonly files: number;
  /** All of them together. */
  readonly bytes: number;
}

interface AttachmentsProps {
  readonly attached: Attached;
  readonly limits: AttachLimits;
}

/** The files that go with the message, each with the way to leave it out; and, in words, what was too much. */
export function Attachments({ attached, limits }: AttachmentsProps): ReactNode {
  const language = useLanguage();
  const { say } = language;
  const { files, offered, take, remove } = attached;
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (offered === undefined) return;
    const judged = attachable(files, offered, limits, language);
    take(judged.taken);
    setProblem(judged.problem);
  }, [offered]);
  return (
    <>
      {files.length > 0 && (
        <ul className="tt-attached" aria-label={say('Attached files')}>
          {files.map((file, index) => (
            <li key={index}>
              <Preview file={file} />
              <span className="tt-attached-name">{visible(file.name)}</span>
              <span className="tt-file-kind">{formatSize(file.size, language)}</span>
              <button
                type="button"
                aria-label={say('Remove {name}', { name: visible(file.name) })}
                title={say('Remove')}
                onClick={() => {
                  setProblem(undefined);
                  remove(file);
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && (
        <p className="tt-composer-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

const DRAWN = /^image\/(?:png|jpeg|gif|webp)$/;

function Preview({ file }: { readonly file: File }): ReactNode {
  const address = useMemo(() => (DRAWN.test(file.type) ? URL.createObjectURL(file) : undefined), [file]);
  useEffect(() => () => (address === undefined ? undefined : URL.revokeObjectURL(address)), [address]);
  return address === undefined ? null : <img src={address} alt="" width={28} height={28} />;
}

interface Judged {
  readonly taken: readonly File[];
  readonly problem: string | undefined;
}

/** What fits, in the order in which it was offered; and what does not, in words. */
function attachable(
  files: readonly File[],
  offered: readonly File[],
  { files: most, bytes: room }: AttachLimits,
  language: Language<Phrase, Noun>,
): Judged {
  const { say } = language;
  const taken: File[] = [];
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const file of offered) {
    const name = visible(file.name);
    if (files.length + taken.length >= most)
      return { taken, problem: say('{name} was left out: a message takes {n} files.', { name, n: most }) };
    if (bytes + file.size > room) {
      const sizes = { name, size: formatSize(file.size, language), room: formatSize(room, language) };
      return { taken, problem: say('{name} has {size} and was left out: a message takes {room} in all.', sizes) };
    }
    bytes += file.size;
    taken.push(file);
  }
  return { taken, problem: undefined };
}
