/** A thread as one HTML file. Apart from the parts, because it needs React's server half. */
export { loadHighlight } from '../markdown/highlight.ts';
export type { CodeSpan, Highlight } from '../markdown/highlight.ts';
export { htmlInPieces, writeHtml } from './write-html.tsx';
export type { HtmlHead, HtmlInPieces, HtmlOptions } from './write-html.tsx';
