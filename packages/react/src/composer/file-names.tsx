import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useLanguage } from '../labels/use-language.ts';
import { isComposing } from '../text/is-composing.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { begunPath, withPath } from './begun-path.ts';

export interface FileNamesProps {
  readonly find: (words: string) => Promise<readonly string[]>;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  /** The same letters may be the name of a member, which Tab takes. */
  readonly named: boolean;
  onWrite(text: string): void;
}

/** Whoever writes on does not ask at each letter. */
const PAUSE_MS = 60;

/**
 * Files that the word before the cursor may mean, while an `@` is before it. The arrows choose, Enter and Tab take, Escape closes. Nothing is chosen
 * by itself: Enter still sends.
 */
export function FileNames({ find, input, text, named, onWrite }: FileNamesProps): ReactNode {
  const { say } = useLanguage();
  const list = useId();
  const [cursor, setCursor] = useState(0);
  const [found, setFound] = useState<{ readonly words: string; readonly files: readonly string[] }>();
  const [active, setActive] = useState(-1);
  /** The text at which somebody closed it. */
  const [closed, setClosed] = useState<string>();
  const next = useRef<number>(undefined);
  const begun = begunPath(text, cursor);
  const words = begun?.words;
  const files = begun === undefined || found === undefined || closed === text ? NONE : found.files;
  const open = files.length > 0;

  useEffect(() => {
    const look = (): void => setCursor(input.current?.selectionEnd ?? 0);
    look();
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [text]);
  useEffect(() => {
    setActive(-1);
    if (words === undefined) {
      setFound(undefined);
      return undefined;
    }
    let left = false;
    const timer = setTimeout(() => {
      find(words).then(
        (names) => void (left || setFound({ words, files: names })),
        () => void (left || setFound(undefined)),
      );
    }, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [words]);
  useLayoutEffect(() => {
    if (next.current === undefined) return;
    input.current?.setSelectionRange(next.current, next.current);
    next.current = undefined;
  });

  const choose = (path: string | undefined): void => {
    if (path === undefined || begun === undefined) return;
    // As the field is now: what was typed a moment ago may not be drawn yet.
    const now = input.current?.value ?? text;
    const made = withPath(now, begunPath(now, input.current?.selectionEnd ?? cursor) ?? begun, path);
    next.current = made.cursor;
    onWrite(made.text);
    setFound(undefined);
    input.current?.focus();
  };
  useEffect(() => {
    const field = input.current;
    if (field === null || !open) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setActive((active + step + files.length + (active < 0 && step < 0 ? 1 : 0)) % files.length);
      else if (event.key === 'Escape') setClosed(text);
      else if (event.key === 'Enter' && active >= 0) choose(files[active]);
      else if (event.key === 'Tab' && (active >= 0 || !named)) choose(files[Math.max(0, active)]);
      else return;
      event.preventDefault();
      // The same keys send the message, bring back an older one, or stop the agent.
      event.stopPropagation();
    };
    field.addEventListener('keydown', onKeyDown);
    return () => field.removeEventListener('keydown', onKeyDown);
  });
  useEffect(() => {
    const field = input.current;
    if (field === null || !open) return undefined;
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', list);
    if (active >= 0) field.setAttribute('aria-activedescendant', `${list}-${active}`);
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) field.removeAttribute(name);
    };
  }, [open, active, list]);
  return (
    <>
      <span className="tt-unseen" role="status">
        {open ? `${say('Files of the workspace')}: ${files.length}` : ''}
      </span>
      {open && (
        <ul id={list} className="tt-file-names" role="listbox" aria-label={say('Files of the workspace')}>
          {files.map((path, index) => (
            <li
              key={path}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              // The message keeps the keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(path)}
            >
              <VisibleText text={path} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const NONE: readonly string[] = [];
