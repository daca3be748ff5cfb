import { headerCounts } from '@toolthread/core/lines';
import type { GroupHeader } from '@toolthread/core/lines';
import { formatDuration, visible } from '@toolthread/core/text';
import type { Language } from '@toolthread/core/text';
import { useRef } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { StateMark } from '../parts/state-mark.tsx';
import type { MarkState } from '../parts/state-mark.tsx';
import { useLanguage } from '../labels/use-language.ts';

export interface GroupHeadProps {
  readonly header: GroupHeader;
  readonly open: boolean;
  /** Undefined while there is nothing to open. */
  readonly onToggle: (() => void) | undefined;
  readonly controls: string;
  /** A click on how many failed leads to the first of them. */
  readonly onFailed?: (() => void) | undefined;
}

const marks: { readonly [state in GroupHeader['state']]: MarkState } = {
  thinking: 'working',
  working: 'working',
  waiting: 'waiting',
  failed: 'failed',
  interrupted: 'interrupted',
  done: 'done',
};

/** The row always says what is true now, in words; colour only repeats it. */
export function GroupHead({ header, open, onToggle, controls, onFailed }: GroupHeadProps): ReactNode {
  const language = useLanguage();
  const { say } = language;
  const leads = useRef(false);
  const content = (
    <>
      <StateMark state={header.state === 'done' && !header.check ? 'interrupted' : marks[header.state]} />
      <span className="tt-group-label">{header.label}</span>
      <Hint header={header} />
      {headerCounts(header, language).map(({ name, text }) => (
        <span
          key={name}
          className="tt-chip"
          data-tone={name === 'failed' || name === 'waiting' ? name : 'quiet'}
          {...(name === 'failed' && onFailed !== undefined
            ? { 'data-leads': true, title: say('Go to the first failed call') }
            : {})}
        >
          {text}
        </span>
      ))}
      {header.durationMs !== undefined && (
        <span className="tt-chip" title={say('How long its calls took')}>
          {formatDuration(header.durationMs, language)}
        </span>
      )}
      {onToggle !== undefined && (
        <span className="tt-hint tt-group-toggle">{say(open ? '(hide details)' : '(show details)')}</span>
      )}
    </>
  );
  if (onToggle === undefined) return <div className="tt-group-head">{content}</div>;
  // A button holds no other: where it was pressed says what was meant. By keys, the next failure is a key of the page's.
  // A pressed button keeps the pointer, so that a click does not tell where it was.
  const press = ({ detail }: MouseEvent): void => {
    if (onFailed !== undefined && detail > 0 && leads.current) onFailed();
    else onToggle();
    leads.current = false;
  };
  return (
    <button
      type="button"
      className="tt-group-head"
      aria-expanded={open}
      aria-controls={controls}
      onPointerDown={({ target }) => {
        leads.current = target instanceof Element && target.closest('[data-leads]') !== null;
      }}
      onClick={press}
    >
      {content}
    </button>
  );
}

/** While somebody works the label says so; which tool, and how many calls, are after it. */
function Hint({ header }: { readonly header: GroupHeader }): ReactNode {
  const language = useLanguage();
  if (header.state !== 'working' && header.state !== 'thinking') return null;
  const words = [header.call && visible(header.call.name), calls(header, language)];
  const text = words.filter((word) => word !== undefined).join(' · ');
  return text === '' ? null : <span className="tt-hint tt-group-tool">{text}</span>;
}

function calls({ calls: count }: GroupHeader, language: Language): string | undefined {
  return count === 0 ? undefined : language.count(count, 'tool call');
}
