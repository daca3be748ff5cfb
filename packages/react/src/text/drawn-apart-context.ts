import { createContext } from 'react';
import type { Context, ReactNode } from 'react';

/** Gives the place of a long text, all of it or in pieces. */
type DrawApart = (text: Iterable<string>) => ReactNode;

/** Where a file is written in pieces: the text itself is no part of the markup around it, so that there is never a copy of all of it. */
export const DrawnApartContext: Context<DrawApart | undefined> = createContext<DrawApart | undefined>(undefined);
