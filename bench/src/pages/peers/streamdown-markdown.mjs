import { createElement } from 'react';
import { Streamdown } from 'streamdown';
import { drawGrowing } from '../draw-growing.mjs';
import { GROWING_TEXT } from '../growing-text.mjs';

globalThis.work = (ms) => drawGrowing(GROWING_TEXT, (text) => createElement(Streamdown, undefined, text), ms);
