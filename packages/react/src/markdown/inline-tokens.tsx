import { visible } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import { decodeEntities } from './decode-entities.ts';
import { linkTarget } from './link-target.ts';
import { known } from './parse-segment.ts';
import type { MarkedToken, Tokens } from './parse-segment.ts';

export function InlineTokens({ tokens }: { readonly tokens: readonly MarkedToken[] }): ReactNode {
  return tokens.map((token, index) => <InlineToken key={index} token={token} />);
}

function InlineToken({ token }: { readonly token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <InlineTokens tokens={known(token.tokens)} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <InlineTokens tokens={known(token.tokens)} />
        </em>
      );
    case 'del':
      return (
        <del>
          <InlineTokens tokens={known(token.tokens)} />
        </del>
      );
    case 'codespan':
      return (
        <code>
          <VisibleText text={token.text} />
        </code>
      );
    case 'br':
      return <br />;
    case 'link':
      return <MarkdownLink token={token} />;
    case 'image':
      return <ImageAddress token={token} />;
    case 'checkbox':
      return <input type="checkbox" checked={token.checked} readOnly disabled />;
    case 'escape':
      return <VisibleText text={token.text} />;
    case 'text':
      return <VisibleText text={decodeEntities(token.text)} />;
    case 'html':
    case 'blockquote':
    case 'code':
    case 'def':
    case 'heading':
    case 'hr':
    case 'list':
    case 'list_item':
    case 'paragraph':
    case 'space':
    case 'table':
      // Inline there is only raw HTML of these, and it stays text.
      return <VisibleText text={token.raw} />;
    default:
      return token satisfies never;
  }
}

function MarkdownLink({ token }: { readonly token: Tokens.Link }): ReactNode {
  const target = linkTarget(token.href);
  const words = <InlineTokens tokens={known(token.tokens)} />;
  if (target === undefined) {
    return token.text === token.href ? (
      words
    ) : (
      <>
        {words} (<VisibleText text={token.href} />)
      </>
    );
  }
  return (
    <a href={target} title={visible(target)} target="_blank" rel="noreferrer noopener">
      {words}
    </a>
  );
}

/** Fetching an image tells its owner who reads: the address is shown, and only a click goes there. */
function ImageAddress({ token }: { readonly token: Tokens.Image }): ReactNode {
  const target = linkTarget(token.href);
  const address = <VisibleText text={token.href} />;
  return (
    <span className="tt-image-address">
      🖼 {token.text !== '' && <VisibleText text={`${decodeEntities(token.text)} `} />}
      {target === undefined ? (
        address
      ) : (
        <a href={target} title={visible(target)} target="_blank" rel="noreferrer noopener">
          {address}
        </a>
      )}
    </span>
  );
}
