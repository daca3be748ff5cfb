import { createContext } from 'react';
import type { Context } from 'react';

/** Whether somebody is at work in the group around a call. */
export const AtWorkContext: Context<boolean> = createContext(true);
