import { Markdown } from '@toolthread/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Draws a text whole, as the export does. */
export const draw = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text }));
