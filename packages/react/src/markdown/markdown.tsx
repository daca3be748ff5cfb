import { memo, useState } from 'react';
import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import { BlockTokens } from './block-tokens.tsx';
import { fencedCode } from './code-fence.ts';
import { CodeBlock } from './code-block.tsx';
import { DefinitionReader } from './definitions.ts';
import { parseSegment } from './parse.ts';
import type { Definitions } from './parse.ts';
import { SegmentReader } from './segments.ts';
import type { Segment } from './segments.ts';

export interface MarkdownProps {
  readonly text: string;
  /** Whether the text has all come; until then code is not coloured and definitions at the end are not looked up. */
  readonly complete?: boolean;
}

/**
 * A model's words. They become React elements, never HTML; only the segment that grows is parsed and drawn again.
 * `<Markdown text="**Done.**" />`
 */
export function Markdown({ text, complete = true }: MarkdownProps): ReactNode {
  const [segments] = useState(() => new SegmentReader());
  const [definitions] = useState(() => new DefinitionReader());
  // Readers are caches: the same text gives the same pages, whatever they read before.
  const pages = segments.read(text, complete);
  const links = definitions.read(pages, segments.restarts);
  return (
    <div className="tt-markdown">
      {pages.map((page, index) => (
        <Page key={index} segments={page} definitions={links} />
      ))}
    </div>
  );
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
  const parsed = parseSegment(segment, definitions);
  if (parsed.kind === 'tokens') return <BlockTokens tokens={parsed.tokens} />;
  return (
    <p className="tt-plain">
      <VisibleText text={parsed.text} />
    </p>
  );
}, sameSegment);

function sameSegment(before: SegmentProps, after: SegmentProps): boolean {
  const { segment: a } = before;
  const { segment: b } = after;
  if (before.definitions !== after.definitions) return false;
  return a === b || (a.text === b.text && a.kind === b.kind && a.head === b.head && a.closed === b.closed);
}
