import { useId } from 'react';
import type { ReactNode } from 'react';
import { useStill } from '../thread/use-still.ts';
import { useOpened } from '../thread/use-opened.ts';
import { Fold } from './fold.tsx';
import { useLanguage } from '../labels/use-language.ts';
import type { Language } from '@toolthread/core/text';

/** What a kind of block is called. */
export interface CollapsibleBlockConfig {
  readonly icon?: string;
  readonly label: string;
}

/** The kinds of blocks that a stored text may hold; nothing writes a `validation` any more. */
export const collapsibleBlocks: Readonly<Record<'tool' | 'validation', CollapsibleBlockConfig>> = {
  tool: { icon: '🔧', label: '1 tool call' },
  validation: { icon: '✅', label: 'Result' },
};

/** What a row that opens is called, and what is in it. */
export interface CollapsibleBlockProps {
  /** Under this key the choice is remembered. */
  readonly id?: string;
  /** Stands for `config` and `count`. */
  readonly label?: ReactNode;
  readonly config?: CollapsibleBlockConfig;
  /** How many calls there are in it: from two on they are the label. */
  readonly count?: number;
  /** Shown after the label: `(show details)` unless told otherwise. */
  readonly hints?: { readonly show: string; readonly hide: string };
  readonly defaultOpen?: boolean;
  readonly className?: string;
  /** Stands beside the label, and is no part of what opens. */
  readonly aside?: ReactNode;
  /** Drawn only while it is open. */
  readonly children: ReactNode | (() => ReactNode);
}

/**
 * A quiet row that opens.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * const config = { icon: '🔧', label: 'Tool call' };
 * renderToStaticMarkup(<CollapsibleBlock config={config} count={5}>…</CollapsibleBlock>).includes('🔧 5 tool calls'); //=> true
 */
export function CollapsibleBlock({
  id,
  config,
  count = 1,
  label,
  hints,
  defaultOpen = false,
  className = '',
  aside,
  children,
}: CollapsibleBlockProps): ReactNode {
  const language = useLanguage();
  const { say } = language;
  const content = useId();
  const named = label ?? (config && labelOf(config, count, language));
  const [open, setOpen] = useOpened(id ?? content, defaultOpen);
  const inside = (): ReactNode => (typeof children === 'function' ? children() : children);
  if (useStill()) {
    return (
      <Fold label={named} className={className} open={defaultOpen}>
        {inside()}
      </Fold>
    );
  }
  return (
    <div className={`tt-root tt-collapsible ${className}`} data-entry={id}>
      <button
        type="button"
        className="tt-collapsible-head"
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
      >
        {named}{' '}
        <span className="tt-hint">
          {open ? (hints?.hide ?? say('(hide details)')) : (hints?.show ?? say('(show details)'))}
        </span>
      </button>
      {aside}
      <div id={content} hidden={!open} className="tt-collapsible-body">
        {open && inside()}
      </div>
    </div>
  );
}

function labelOf({ icon, label }: CollapsibleBlockConfig, count: number, language: Language<string>): string {
  const words = count > 1 ? language.count(count, 'tool call') : language.say(label);
  return icon === undefined ? words : `${icon} ${words}`;
}
