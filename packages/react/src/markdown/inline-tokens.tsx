import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { decodeEntities } from './decode-entities.ts';
import { linkTarget } from './link-target.ts';
import { OutsideLink } from './outside-link.tsx';
import { known } from './parse-segment.ts';
import type { MarkedToken, Tokens } from './parse-segment.ts';

export function InlineTokens({ tokens }: { readonly tokens: readonly MarkedToken[] }): ReactNode {
  return tokens.map((token, index) => <InlineToken key={index} token={token} />);
}

function InlineToken({ token }: { readonly token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del': {
      const Element = token.type;
      return (
        <Element>
          <InlineTokens tokens={known(token.tokens)} />
        </Element>
      );
    }
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
      return <TaskBox checked={token.checked} />;
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
  const words = (
    <OutsideLink href={token.href}>
      <InlineTokens tokens={known(token.tokens)} />
    </OutsideLink>
  );
  if (token.text === token.href || linkTarget(token.href) !== undefined) return words;
  return (
    <>
      {words} (<VisibleText text={token.href} />)
    </>
  );
}

/** Fetching an image tells its owner who reads: the address is shown, and only a click goes there. */
function ImageAddress({ token }: { readonly token: Tokens.Image }): ReactNode {
  return (
    <span className="tt-image-address">
      🖼 {token.text !== '' && <VisibleText text={`${decodeEntities(token.text)} `} />}
      <OutsideLink href={token.href}>
        <VisibleText text={token.href} />
      </OutsideLink>
    </span>
  );
}

function TaskBox({ checked }: { readonly checked: boolean }): ReactNode {
  const { say } = useLanguage();
  return <input type="checkbox" aria-label={say('Done')} checked={checked} readOnly disabled />;
}
