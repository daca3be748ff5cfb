import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ReactNode, RefObject } from 'react';
import { formatSize, visible } from '@toolthread/core/text';
import { useLanguage } from '../labels/use-language.ts';
import { attachable } from './attachable.ts';
import type { AttachLimits } from './attachable.ts';
import { useKeptFiles } from './use-kept-files.ts';

interface AttachmentsProps {
  /** Under its id they are kept over a reload. */
  readonly thread: string | undefined;
  readonly files: readonly File[];
  readonly limits: AttachLimits;
  /** The message: what is pasted there, or dropped around it, is attached. */
  readonly input: RefObject<HTMLTextAreaElement | null>;
  /** What was too much, in words. */
  readonly problem: string | undefined;
  onChange(files: readonly File[], problem: string | undefined): void;
}

/** The button to choose files, those that go with the message, each with the way to leave it out; and, in words, what was too much. */
export function Attachments({ thread, files, limits, input, problem, onChange }: AttachmentsProps): ReactNode {
  const language = useLanguage();
  const { say } = language;
  const offer = (offered: readonly File[]): void => {
    if (offered.length === 0) return;
    const judged = attachable(files, offered, limits, language);
    onChange([...files, ...judged.taken], judged.problem);
  };
  useGivenFiles(input, offer);
  useKeptFiles(thread, files, (kept) => {
    const judged = attachable(files, kept, limits, language);
    onChange([...judged.taken, ...files], judged.problem);
  });
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
                  onChange(
                    files.filter((each) => each !== file),
                    undefined,
                  );
                  input.current?.focus();
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
      <label className="tt-attach" title={say('Attach files')}>
        <span aria-hidden="true">+</span>
        <input
          type="file"
          multiple
          aria-label={say('Attach files')}
          onChange={(event) => {
            offer([...(event.currentTarget.files ?? [])]);
            // The same file can be chosen again.
            event.currentTarget.value = '';
            input.current?.focus();
          }}
        />
      </label>
    </>
  );
}

/** Pasted into the message, or dropped on the composer around it. */
function useGivenFiles(input: RefObject<HTMLTextAreaElement | null>, offer: (files: readonly File[]) => void): void {
  const take = useEffectEvent(offer);
  useEffect(() => {
    const field = input.current;
    const around = field?.closest<HTMLElement>('.tt-composer');
    if (field === null || !around) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent, is: boolean): boolean => {
      if (event.dataTransfer?.types.includes('Files') !== true) return false;
      event.preventDefault();
      around.toggleAttribute('data-drop', is);
      return true;
    };
    around.addEventListener('dragover', (event) => void over(event, true), { signal });
    around.addEventListener('dragleave', (event) => void over(event, false), { signal });
    around.addEventListener('drop', (event) => over(event, false) && take([...(event.dataTransfer?.files ?? [])]), {
      signal,
    });
    const onPaste = (event: ClipboardEvent): void => {
      const pasted = [...(event.clipboardData?.files ?? [])];
      // A table brings its picture along: then the words are meant.
      if (pasted.length === 0 || event.clipboardData?.types.includes('text/plain') === true) return;
      event.preventDefault();
      take(pasted);
    };
    field.addEventListener('paste', onPaste, { signal });
    return () => listening.abort();
  }, [input]);
}

const DRAWN = /^image\/(?:png|jpeg|gif|webp)$/;

function Preview({ file }: { readonly file: File }): ReactNode {
  const address = useMemo(() => (DRAWN.test(file.type) ? URL.createObjectURL(file) : undefined), [file]);
  useEffect(() => () => (address === undefined ? undefined : URL.revokeObjectURL(address)), [address]);
  return address === undefined ? null : <img src={address} alt="" width={28} height={28} />;
}
