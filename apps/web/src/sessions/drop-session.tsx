import { formatSize, MOST_FILE_BYTES, visible } from '@toolthread/core/text';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PageLanguage } from '../labels/use-page-language.ts';
import { goTo } from '../page/use-route.ts';
import { takeSession } from './ask-sessions.ts';

/** A session file from anywhere, chosen or dropped on the page, is opened as a thread. What is dropped on the composer goes with the message. */
export function DropSession(): ReactNode {
  const language = usePageLanguage();
  const { say } = language;
  const [state, setState] = useState<{ readonly is: 'opening' | 'failed'; readonly words: string }>();
  const [over, setOver] = useState(false);
  const open = async (files: readonly File[]): Promise<void> => {
    const [file] = files;
    if (file === undefined || state?.is === 'opening') return;
    if (files.length > 1) return setState({ is: 'failed', words: say('Only one file at a time.') });
    setState({ is: 'opening', words: say('Opening {name}…', { name: visible(file.name) }) });
    const opened = await openFile(file, language);
    if ('thread' in opened) return goTo(opened.thread);
    setState({ is: 'failed', words: say('Not opened: {problem}', { problem: visible(opened.problem) }) });
  };
  const take = useEffectEvent((files: readonly File[]) => void open(files));
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const isOurs = ({ target, dataTransfer }: DragEvent): boolean =>
      dataTransfer?.types.includes('Files') === true &&
      !(target instanceof Element && target.closest('.tt-composer') !== null);
    const onDrag = (event: DragEvent): void => {
      setOver(isOurs(event));
      if (isOurs(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (!isOurs(event)) return;
      // The browser would leave the page for the file.
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', onDrag, { signal });
    document.addEventListener('dragleave', () => setOver(false), { signal });
    document.addEventListener('drop', onDrop, { signal });
    return () => listening.abort();
  }, []);
  return (
    <section className="sessions session-drop" data-over={over ? true : undefined}>
      <p>
        <label className="tt-button">
          {say('Open a session file…')}
          <input
            type="file"
            onChange={({ currentTarget }) => {
              void open([...(currentTarget.files ?? [])]);
              // The same file can be chosen again.
              currentTarget.value = '';
            }}
          />
        </label>{' '}
        {say('Or drop one here: a file that an agent left on any computer, up to {size}.', {
          size: formatSize(MOST_FILE_BYTES, language),
        })}
      </p>
      <p role="status">{state?.is === 'opening' ? state.words : ''}</p>
      {state?.is === 'failed' && (
        <p className="problem" role="alert" ref={intoView}>
          {state.words}
        </p>
      )}
    </section>
  );
}

/** A file can be dropped anywhere on a long page: the reader need not look for what came of it. */
function intoView(words: HTMLElement | null): void {
  words?.scrollIntoView({ block: 'center' });
}

async function openFile(
  file: File,
  language: PageLanguage,
): Promise<{ readonly thread: string } | { readonly problem: string }> {
  const { say } = language;
  const name = visible(file.name);
  const [size, most] = [formatSize(file.size, language), formatSize(MOST_FILE_BYTES, language)];
  if (file.size === 0) return { problem: say('{name} is empty.', { name }) };
  if (file.size > MOST_FILE_BYTES)
    return {
      problem: say('{name} is {size}; the limit here is {most}. In a terminal, “toolthread open FILE” shows it.', {
        name,
        size,
        most,
      }),
    };
  const text = await readText(file);
  if (text === undefined) return { problem: say('{name} is not a text file: a session is a JSON file.', { name }) };
  const taken = await takeSession(file.name, text);
  if ('thread' in taken) return taken;
  return { problem: taken.problem ?? language.told('The server does not answer.') };
}

async function readText(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
