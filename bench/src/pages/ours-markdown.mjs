import { Markdown } from '@toolthread/react';
import { createElement } from 'react';
import { drawGrowing } from './draw-growing.mjs';
import { GROWING_TEXT } from './growing-text.mjs';

globalThis.work = (ms) => drawGrowing(GROWING_TEXT, (text) => createElement(Markdown, { text, complete: false }), ms);
