import { thrownWords } from '@toolthread/core/text';
import { titleOf } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { fileName } from './export-form.ts';
import type { ExportForm } from './export-form.ts';
import type { WriteOptions } from './write-thread.ts';
import { linkFragment } from '../page/link-secret.ts';
import { viewAddress } from '../views/view-address.ts';
import { saveText } from './save-text.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';

const forms: readonly (readonly [form: ExportForm, name: 'HTML' | 'Markdown' | 'Ledger', what: PagePhrase])[] = [
  ['html', 'HTML', 'One file that any browser shows'],
  ['md', 'Markdown', 'Text with collapsible calls'],
  ['jsonl', 'Ledger', 'Every event, one per line'],
];

interface ExportMenuProps extends WriteOptions {
  readonly id: string;
  readonly whole: () => Promise<Thread>;
  readonly onCopy: () => void;
}

/** The thread as a file. */
export function ExportMenu({ id, whole, renderers, diff, onCopy }: ExportMenuProps): ReactNode {
  const { say } = usePageLanguage();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const root = useRef<HTMLDivElement>(null);
  const list = useId();
  useEffect(() => {
    if (!open) return undefined;
    const leave = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [open]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return;
    // The same key would stop the agent.
    event.stopPropagation();
    close();
  };
  const close = (): void => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  const save = async (form: ExportForm): Promise<void> => {
    setProblem(undefined);
    const failed = await exportThread(whole, form, { renderers, diff });
    setProblem(failed);
    if (failed === undefined) close();
  };
  return (
    <div ref={root} className="export" onKeyDown={onKeyDown}>
      <button
        type="button"
        className="quiet bar-button"
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        {say('Export')}
      </button>
      <div id={list} className="export-list" hidden={!open}>
        {forms.map(([form, name, what]) => (
          <button key={form} type="button" onClick={() => void save(form)}>
            <b>{name === 'Ledger' ? say(name) : name}</b>
            <span>{say(what)}</span>
          </button>
        ))}
        <button
          type="button"
          onClick={() => {
            close();
            onCopy();
          }}
        >
          <b>{say('Copy…')}</b>
          <span>{say('To the clipboard')}</span>
        </button>
        <a
          href={viewAddress({ kind: 'events', thread: id, from: 1, to: undefined }) + linkFragment()}
          target="_blank"
          rel="noopener"
        >
          <b>{say('Raw events')}</b>
          <span>{say('In a separate window')}</span>
        </a>
        {problem !== undefined && (
          <p className="problem" role="alert">
            {say('Not exported: {problem}', { problem })}
          </p>
        )}
      </div>
    </div>
  );
}

/** What went wrong, or undefined when the file is on its way. */
async function exportThread(
  whole: () => Promise<Thread>,
  form: ExportForm,
  options: WriteOptions,
): Promise<string | undefined> {
  try {
    const thread = await whole();
    const { writeThread } = await import('./write-thread.ts');
    const written = await writeThread(thread, form, options);
    if (!written.ok) return written.problem;
    saveText(fileName(titleOf(thread.state), form), written.text, written.type);
    return undefined;
  } catch (error) {
    return thrownWords(error);
  }
}
