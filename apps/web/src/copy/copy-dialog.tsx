import { thrownWords } from '@toolthread/core/text';
import type { Thread } from '@toolthread/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { readLedger } from '../export/read-ledger.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PagePhrase } from '../labels/page-phrase.ts';
import { PageDialog } from '../page/page-dialog.tsx';
import { server } from '../page/server.ts';
import type { CopyWhat } from './copied-items.ts';
import { copyText } from './copy-text.ts';
import type { CopyForm } from './copy-text.ts';

export interface CopyDialogProps {
  readonly thread: () => Thread;
  /** All of it: the page may have the newest part only. */
  readonly whole: () => Promise<Thread>;
  /** The item in the timeline; undefined: the thread is meant. */
  readonly index: number | undefined;
  readonly onClose: () => void;
}

const whats: readonly (readonly [what: CopyWhat, name: PagePhrase])[] = [
  ['item', 'This item'],
  ['turn', 'This turn'],
  ['thread', 'The thread'],
];
const forms: readonly (readonly [form: CopyForm, name: PagePhrase])[] = [
  ['text', 'Text'],
  ['md', 'Markdown'],
  ['jsonl', 'JSON, one event per line'],
];

/** What of the thread, and in which form. */
export function CopyDialog({ thread, whole, index, onClose }: CopyDialogProps): ReactNode {
  const { say } = usePageLanguage();
  const [what, setWhat] = useState<CopyWhat>(index === undefined ? 'thread' : 'item');
  const [form, setForm] = useState<CopyForm>('md');
  const [state, setState] = useState<
    { readonly kind: 'busy' | 'copied' } | { readonly kind: 'failed'; readonly why: string }
  >();
  const copy = async (): Promise<void> => {
    setState({ kind: 'busy' });
    try {
      const source = what === 'thread' ? await whole() : thread();
      const text = await copyText(source, { index: index ?? 0, what, form }, readEvents(source.state.id));
      await navigator.clipboard.writeText(text);
      setState({ kind: 'copied' });
    } catch (error) {
      setState({ kind: 'failed', why: thrownWords(error) });
    }
  };
  return (
    <PageDialog title={say('Copy…')} onClose={onClose}>
      {index !== undefined && (
        <Choice name={say('What')} all={whats} chosen={what} onChoose={(next) => setWhat(next)} />
      )}
      <Choice name={say('As')} all={forms} chosen={form} onChoose={(next) => setForm(next)} />
      <p className="copy-what">
        <button
          type="button"
          className="tt-button"
          aria-disabled={state?.kind === 'busy'}
          onClick={() => state?.kind !== 'busy' && void copy()}
        >
          {say('Copy')}
        </button>
        <span role="status">{state?.kind === 'copied' ? say('Copied') : ''}</span>
      </p>
      {state?.kind === 'failed' && (
        <p className="problem" role="alert">
          {say('Not copied')}: {state.why}
        </p>
      )}
    </PageDialog>
  );
}

interface ChoiceProps<T extends string> {
  readonly name: string;
  readonly all: readonly (readonly [value: T, name: PagePhrase])[];
  readonly chosen: T;
  onChoose(value: T): void;
}

function Choice<T extends string>({ name, all, chosen, onChoose }: ChoiceProps<T>): ReactNode {
  const { say } = usePageLanguage();
  return (
    <fieldset className="copy-what">
      <legend>{name}</legend>
      {all.map(([value, words]) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} /> {say(words)}
        </label>
      ))}
    </fieldset>
  );
}

function readEvents(thread: string): Parameters<typeof copyText>[2] {
  return async (from, to) => {
    const events = await readLedger(thread, server.fetch, to, from - 1);
    if (typeof events === 'string') throw new Error(events);
    return events;
  };
}
