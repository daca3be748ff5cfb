/** Loaded before a command's own sources: tells, when it ends, the most memory that it held, in bytes. */
import { writeSync } from 'node:fs';

/** The first descriptor that is not the command's own. */
const TOLD = 3;

process.on('exit', () => writeSync(TOLD, String(process.resourceUsage().maxRSS * 1024)));
