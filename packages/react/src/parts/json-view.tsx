import { use, useState } from 'react';
import type { ReactNode } from 'react';
import { isLongJson, jsonPieces } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { textOfResult } from '@toolthread/core/lines';
import { bounded } from './bounded.tsx';
import { useStill } from '../thread/use-still.ts';
import { DrawnApartContext } from '../text/drawn-apart-context.ts';
import { LongText } from '../text/long-text.tsx';
import { standsFor } from '../text/undrawn.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { useLanguage } from '../labels/use-language.ts';

/** A value, its name, and whether it is open at first. */
export interface JsonViewProps {
  readonly value: Json;
  readonly name?: string;
  readonly defaultOpen?: boolean;
}

/** Members shown at once; the rest come by the same number. */
const STEP = 100;
/** A longer text is drawn as it is: with its escapes it may be six times as long. */
const MOST_ESCAPED = 65_536;
/** Every line of a deeper value would begin with as many spaces. */
const MOST_INDENTED = 64;
/** So many letters of it are written at once. */
const PIECE = 16_384;

/**
 * A value whose content is drawn when it is opened, so that size and depth cost nothing.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<JsonView value={{ a: 1 }} defaultOpen />).includes('a'); //=> true
 */
export function JsonView(props: JsonViewProps): ReactNode {
  return bounded(props.value, <JsonValue {...props} />);
}

function JsonValue({ value, name, defaultOpen = false }: JsonViewProps): ReactNode {
  if (useStill()) {
    return (
      <pre className="tt-result tt-full">
        <WholeText value={value} />
      </pre>
    );
  }
  const label = name !== undefined && (
    <span className="tt-json-key">
      <VisibleText text={name} />:{' '}
    </span>
  );
  if (typeof value !== 'object' || value === null || isEmpty(value)) {
    return (
      <div className="tt-root tt-json-leaf">
        {label}
        <Scalar value={value} />
      </div>
    );
  }
  return <Container label={label} value={value} defaultOpen={defaultOpen} />;
}

/** Of a long one nobody makes a text, where it can be written in pieces. */
function WholeText({ value }: { readonly value: Json }): ReactNode {
  const drawnApart = use(DrawnApartContext);
  const isApart = isLongJson(value, MOST_ESCAPED) && isShallow(value, MOST_INDENTED);
  if (drawnApart === undefined || !isApart) return <LongText text={wholeText(value)} />;
  return drawnApart(jsonPieces(value, { indent: '  ', letters: PIECE }));
}

function isShallow(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}

type JsonContainer = Exclude<Json, string | number | boolean | null>;

interface ContainerProps {
  readonly label: ReactNode;
  readonly value: JsonContainer;
  readonly defaultOpen: boolean;
}

function Container({ label, value, defaultOpen }: ContainerProps): ReactNode {
  const { say, count } = useLanguage();
  const [open, setOpen] = useState(defaultOpen);
  const [shown, setShown] = useState(STEP);
  const showMore = (): void => setShown(shown + STEP);
  const members = open ? membersOf(value) : [];
  return (
    <details className="tt-root tt-json" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span
          className="tt-json-size"
          ref={standsFor({ text: () => (open ? '' : wholeText(value)), show: () => setOpen(true) })}
        >
          {count(Object.keys(value).length, Array.isArray(value) ? 'item' : 'field')}
        </span>
      </summary>
      {members.slice(0, shown).map(([key, member]) => (
        <JsonValue key={key} name={key} value={member} />
      ))}
      {members.length > shown && (
        <button
          type="button"
          className="tt-link-button"
          ref={standsFor({ text: () => wholeText(Object.fromEntries(members.slice(shown))), show: showMore })}
          onClick={showMore}
        >
          {say('Show {n} more of {all}', { n: Math.min(STEP, members.length - shown), all: members.length })}
        </button>
      )}
    </details>
  );
}

function Scalar({ value }: { readonly value: Json }): ReactNode {
  const kind = value === null ? 'null' : typeof value;
  return (
    <span className="tt-json-value" data-kind={kind}>
      <LongText text={typeof value === 'string' && value.length > MOST_ESCAPED ? value : JSON.stringify(value)} />
    </span>
  );
}

/** What is nested deeper than anybody reads is on one line. */
function wholeText(value: Json): string {
  try {
    return JSON.stringify(value, undefined, 2);
  } catch {
    return textOfResult({ structured: value }) ?? '';
  }
}

function membersOf(value: JsonContainer): readonly (readonly [string, Json])[] {
  return Object.entries(value);
}

function isEmpty(value: JsonContainer): boolean {
  return Object.keys(value).length === 0;
}
