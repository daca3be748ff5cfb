import { MOST_FILE_BYTES } from '@toolthread/core/text';
import type { AttachLimits } from '@toolthread/react';

/** What fits into one message. */
export const ATTACH_LIMITS: AttachLimits = { files: 20, bytes: MOST_FILE_BYTES };
