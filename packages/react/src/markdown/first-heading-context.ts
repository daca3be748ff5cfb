import { createContext } from 'react';
import type { Context } from 'react';

/** How deep the first heading of the text is; undefined: none is read yet. */
export const FirstHeadingContext: Context<number | undefined> = createContext<number | undefined>(undefined);
