/** A thread as one HTML file. Apart from the parts, because it needs React's server half. */
export { writeHtml } from './write-html.tsx';
export type { HtmlOptions } from './write-html.tsx';
