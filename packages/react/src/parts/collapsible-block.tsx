import { useId } from 'react';
import type { ReactNode } from 'react';
import { useStill } from '../thread/use-still.ts';
import { useOpened } from '../thread/use-opened.ts';
import { Fold } from './fold.tsx';

export interface CollapsibleBlockProps {
  /** Under this key the choice is remembered. */
  readonly id: string;
  readonly label: ReactNode;
  /** Shown after the label: `(show details)` unless told otherwise. */
  readonly hints?: { readonly show: string; readonly hide: string };
  readonly defaultOpen?: boolean;
  readonly className?: string;
  /** Stands beside the label, and is no part of what opens. */
  readonly aside?: ReactNode;
  /** Drawn only while it is open. */
  readonly children: () => ReactNode;
}

const details = { show: '(show details)', hide: '(hide details)' };

/**
 * A quiet row that opens.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<CollapsibleBlock id="r1" label="Reasoning">{() => 'Who else?'}</CollapsibleBlock>).includes('(show details)'); //=> true
 */
export function CollapsibleBlock({
  id,
  label,
  hints = details,
  defaultOpen = false,
  className = '',
  aside,
  children,
}: CollapsibleBlockProps): ReactNode {
  const [open, setOpen] = useOpened(id, defaultOpen);
  const content = useId();
  if (useStill()) {
    return (
      <Fold label={label} className={className} open={defaultOpen}>
        {children()}
      </Fold>
    );
  }
  return (
    <div className={`tt-collapsible ${className}`}>
      <button
        type="button"
        className="tt-collapsible-head"
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
      >
        {label} <span className="tt-hint">{open ? hints.hide : hints.show}</span>
      </button>
      {aside}
      <div id={content} hidden={!open} className="tt-collapsible-body">
        {open && children()}
      </div>
    </div>
  );
}
