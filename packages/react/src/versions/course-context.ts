import type { Thread } from '@toolthread/core';
import { createContext, use } from 'react';
import type { Context } from 'react';
import type { ItemVersions } from './item-versions.ts';

/** What a menu on an item needs to know of the thread around it. */
export interface CourseSettings {
  /** The thread as it is when somebody asks. */
  readonly thread: () => Thread;
  readonly versions: ReadonlyMap<string, ItemVersions>;
  /** Shows the version that ends with this event; undefined: the one that counts now. Absent: there is no way between them. */
  readonly onVersion: ((end: number | undefined) => void) | undefined;
}

export const CourseContext: Context<CourseSettings | undefined> = createContext<CourseSettings | undefined>(undefined);

export function useCourse(): CourseSettings | undefined {
  return use(CourseContext);
}
