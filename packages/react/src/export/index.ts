/** A thread as one HTML file. Apart from the parts, because it needs React's server half. */
export { loadHighlight, type CodeSpan, type Highlight } from '../markdown/highlight.ts';
export { htmlInPieces, writeHtml, type HtmlHead, type HtmlInPieces, type HtmlOptions } from './write-html.tsx';
