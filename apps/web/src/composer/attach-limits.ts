import type { AttachLimits } from '@toolthread/react';

/** The server takes messages of 10 MB, in which bytes are a third longer. */
export const ATTACH_LIMITS: AttachLimits = { files: 20, bytes: 7_000_000 };
