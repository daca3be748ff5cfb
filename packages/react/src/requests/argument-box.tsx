import { labelText } from '@toolthread/core/lines';
import type { ProposedArgument } from '@toolthread/core/lines';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ProposedText } from './seen/proposed-text.tsx';
import { useLanguage } from '../labels/use-language.ts';

/** One argument in a box of its own: its name is ours to draw, and no value gets out of its box. */
export function ArgumentBox({ name, text, kind }: ProposedArgument): ReactNode {
  const { say } = useLanguage();
  const label = name === undefined ? say('Raw arguments') : labelText(name);
  return (
    <ValueBox label={label} note={kind === 'data' && name !== undefined ? 'JSON' : undefined}>
      <ProposedText text={text} name={say('“{label}”', { label })} />
    </ValueBox>
  );
}

export interface ValueBoxProps {
  readonly label: string;
  readonly note?: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A box that scrolls when it is long, says how much is below, and can be opened whole. All of it has to be seen. */
export function ValueBox({ label, note, className = 'tt-value', children }: ValueBoxProps): ReactNode {
  const { say, count } = useLanguage();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [whole, setWhole] = useState(false);
  const [below, setBelow] = useState<number>();
  const measure = (): void => {
    if (scroller.current !== null) setBelow(linesBelow(scroller.current));
  };
  useEffect(() => {
    if (scroller.current === null) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [children, whole]);
  return (
    <div className="tt-argument">
      <div id={id} className="tt-argument-name" data-see={say('the beginning of “{label}”', { label })}>
        {label} {note !== undefined && <span className="tt-hint">{note}</span>}
      </div>
      <div
        ref={scroller}
        className={className}
        data-box={label}
        data-whole={whole}
        role="region"
        aria-labelledby={id}
        tabIndex={0}
        onScroll={measure}
      >
        {children}
        <span className="tt-value-end" data-see={say('all of “{label}”', { label })} />
      </div>
      {below !== undefined && (
        <div className="tt-argument-foot">
          <span>
            {below > 0 ? say('⋯ {lines} below', { lines: count(below, 'more line') }) : say(endText(scroller.current))}
          </span>
          <button type="button" className="tt-link-button" onClick={() => setWhole(true)}>
            {say('Show all')}
          </button>
        </div>
      )}
    </div>
  );
}

/** Content that is loaded in steps may go on below the end of its box. */
function endText(box: HTMLElement | null): 'There is more that is not shown yet.' | 'This is the end.' {
  return box?.querySelector('[data-see][hidden]') ? 'There is more that is not shown yet.' : 'This is the end.';
}

/** Undefined: all of it is in the box. */
function linesBelow(box: HTMLElement): number | undefined {
  if (box.scrollHeight <= box.clientHeight + 1) return undefined;
  const hidden = box.scrollHeight - box.scrollTop - box.clientHeight;
  return hidden < 4 ? 0 : Math.ceil(hidden / (Number.parseFloat(getComputedStyle(box).lineHeight) || 20));
}
