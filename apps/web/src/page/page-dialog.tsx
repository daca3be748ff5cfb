import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';

export interface PageDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Over the page until it is closed: by its button, by Escape, or by a click beside it. */
export function PageDialog({ title, onClose, children }: PageDialogProps): ReactNode {
  const { say } = usePageLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Where words are written, or else before the first that can be pressed: no letter changes there what is chosen.
    (element?.querySelector<HTMLElement>('input:not([type])') ?? heading.current)?.focus();
    // Closed while it is still there, it gives the keyboard back to where it was.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <form method="dialog">
        <button type="submit" className="quiet">
          {say('Close')}
        </button>
      </form>
    </dialog>
  );
}
