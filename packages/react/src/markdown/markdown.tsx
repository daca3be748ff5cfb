import { memo, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { bounded } from '../parts/bounded.tsx';
import { LongText } from '../text/long-text.tsx';
import { useInteractive } from '../text/use-interactive.ts';
import { BlockTokens } from './block-tokens.tsx';
import { FirstHeadingContext } from './first-heading-context.ts';
import { fencedCode } from './fenced-code.ts';
import { CodeBlock } from './code-block.tsx';
import { DefinitionReader } from './definition-reader.ts';
import { parseSegment } from './parse-segment.ts';
import type { Definitions } from './parse-segment.ts';
import { SegmentReader } from './segment-reader.ts';
import type { Segment } from './segment-reader.ts';
import { useLanguage } from '../labels/use-language.ts';
import type { Phrase } from '../labels/phrase.ts';

/** A text in Markdown. */
export interface MarkdownProps {
  readonly text: string;
  /** Whether the text has all arrived; until then code is not coloured and definitions at the end are not looked up. */
  readonly complete?: boolean;
}

/**
 * A model's words. They become React elements, never HTML; only the segment that grows is parsed and drawn again.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<Markdown text="**Done.**" />).includes('<strong>Done.</strong>'); //=> true
 */
export function Markdown(props: MarkdownProps): ReactNode {
  return bounded(props.text, <MarkdownText {...props} />);
}

function MarkdownText({ text, complete = true }: MarkdownProps): ReactNode {
  const [segments] = useState(() => new SegmentReader());
  const [definitions] = useState(() => new DefinitionReader());
  // Readers are caches: the same text gives the same pages, whatever they read before.
  const pages = segments.read(typeof text === 'string' ? text : '', complete);
  const links = definitions.read(pages, segments.restarts);
  const drawn = useDrawnPages(pages.length);
  return (
    <div className="tt-root tt-markdown">
      <FirstHeadingContext value={definitions.firstHeading}>
        {pages.slice(0, drawn).map((page, index) => (
          <Page key={index} segments={page} definitions={links} />
        ))}
      </FirstHeadingContext>
    </div>
  );
}

/** Drawn at once; the pages after them follow one by one, so that none holds up the browser for long. */
const FIRST_PAGES = 2;

function useDrawnPages(pages: number): number {
  const interactive = useInteractive();
  const [before, setBefore] = useState(FIRST_PAGES - 1);
  const drawn = interactive ? Math.min(pages, before + 1) : pages;
  useEffect(() => {
    if (drawn <= before) return undefined;
    const timer = setTimeout(() => setBefore(drawn));
    return () => clearTimeout(timer);
  }, [drawn, before]);
  return drawn;
}

interface PageProps {
  readonly segments: readonly Segment[];
  readonly definitions: Definitions;
}

const Page = memo(function Page({ segments, definitions }: PageProps): ReactNode {
  return segments.map((segment) => <SegmentView key={segment.start} segment={segment} definitions={definitions} />);
});

interface SegmentProps {
  readonly segment: Segment;
  readonly definitions: Definitions;
}

const SegmentView = memo(function SegmentView({ segment, definitions }: SegmentProps): ReactNode {
  if (segment.kind === 'code') return <CodeBlock {...fencedCode(segment.text)} complete={segment.closed} />;
  if (segment.kind === 'rest') return <Unformatted text={segment.text} words="Not formatted from here on: too long." />;
  const parsed = parseSegment(segment, definitions);
  if (parsed.kind === 'tokens') return <BlockTokens tokens={parsed.tokens} />;
  return <Unformatted text={parsed.text} words="Not formatted: too long or too deeply nested." />;
}, sameSegment);

/** Text that would cost more than it may, were it formatted. It says so. */
function Unformatted({ text, words }: { readonly text: string; readonly words: Phrase }): ReactNode {
  const { say } = useLanguage();
  return (
    <div className="tt-unformatted">
      <p className="tt-note">{say(words)}</p>
      <p className="tt-plain">
        <LongText text={text.replaceAll('\r\n', '\n')} />
      </p>
    </div>
  );
}

function sameSegment(before: SegmentProps, after: SegmentProps): boolean {
  const { segment: a } = before;
  const { segment: b } = after;
  if (before.definitions !== after.definitions) return false;
  return a === b || (a.text === b.text && a.kind === b.kind && a.head === b.head && a.closed === b.closed);
}
