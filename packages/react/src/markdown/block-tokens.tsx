import { use } from 'react';
import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import { CodeBlock } from './code-block.tsx';
import { FirstHeadingContext } from './first-heading-context.ts';
import { InlineTokens } from './inline-tokens.tsx';
import { known } from './parse-segment.ts';
import type { MarkedToken, Tokens } from './parse-segment.ts';
import { useLanguage } from '../labels/use-language.ts';

/** Blocks of a segment as elements. */
export function BlockTokens({ tokens }: { readonly tokens: readonly MarkedToken[] }): ReactNode {
  return tokens.map((token, index) => <BlockToken key={index} token={token} />);
}

function BlockToken({ token }: { readonly token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return (
        <p>
          <InlineTokens tokens={known(token.tokens)} />
        </p>
      );
    case 'heading':
      return <Heading token={token} />;
    case 'code':
      return <CodeBlock language={token.lang ?? ''} code={token.text} complete />;
    case 'blockquote':
      return (
        <blockquote dir="auto">
          <BlockTokens tokens={known(token.tokens)} />
        </blockquote>
      );
    case 'list':
      return <List token={token} />;
    case 'table':
      return <Table token={token} />;
    case 'hr':
      return <hr />;
    case 'html':
      // What looks like HTML is text: nothing a model writes becomes an element.
      return (
        <p className="tt-plain">
          <VisibleText text={token.raw.trimEnd()} />
        </p>
      );
    case 'text':
      // A tight list item's words.
      return <InlineTokens tokens={token.tokens === undefined ? [token] : known(token.tokens)} />;
    case 'space':
    case 'def':
      return null;
    case 'br':
    case 'checkbox':
    case 'codespan':
    case 'del':
    case 'em':
    case 'escape':
    case 'image':
    case 'link':
    case 'list_item':
    case 'strong':
      return <InlineTokens tokens={[token]} />;
    default:
      return token satisfies never;
  }
}

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** An answer is right below the page's own heading, so its levels begin at the second, however deep its first heading is written. */
function Heading({ token }: { readonly token: Tokens.Heading }): ReactNode {
  const { depth } = token;
  const Level = headings[Math.max(0, depth - (use(FirstHeadingContext) ?? depth))] ?? 'h6';
  return (
    <Level>
      <InlineTokens tokens={known(token.tokens)} />
    </Level>
  );
}

function List({ token }: { readonly token: Tokens.List }): ReactNode {
  const items = token.items.map((item, index) => (
    <li key={index} className={item.task ? 'tt-task' : undefined}>
      <BlockTokens tokens={known(item.tokens)} />
    </li>
  ));
  if (!token.ordered) return <ul dir="auto">{items}</ul>;
  return (
    <ol dir="auto" start={token.start === '' ? 1 : token.start}>
      {items}
    </ol>
  );
}

function Table({ token }: { readonly token: Tokens.Table }): ReactNode {
  const { say } = useLanguage();
  return (
    <div className="tt-table" dir="auto" role="region" aria-label={say('Table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <Cell key={index} cell={cell} />
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <Cell key={column} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ cell }: { readonly cell: Tokens.TableCell }): ReactNode {
  const content = <InlineTokens tokens={known(cell.tokens)} />;
  const align = cell.align ?? undefined;
  return cell.header ? (
    <th scope="col" data-align={align}>
      {content}
    </th>
  ) : (
    <td data-align={align}>{content}</td>
  );
}
