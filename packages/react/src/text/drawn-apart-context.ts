import { createContext } from 'react';
import type { Context, ReactNode } from 'react';

/** Gives the place of a long text, where a file is written in pieces: the text itself is no part of the markup around it, so that there is never a copy of all of it. */
export const DrawnApartContext: Context<((text: string) => ReactNode) | undefined> = createContext<
  ((text: string) => ReactNode) | undefined
>(undefined);
