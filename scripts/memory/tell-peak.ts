/** Loaded before a command's own sources: tells, when it ends, the most memory that it held, in bytes, and its processor time, in microseconds. */
import { writeSync } from 'node:fs';

/** The first descriptor that is not the command's own. */
const TOLD = 3;

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(TOLD, `${maxRSS * 1024} ${userCPUTime + systemCPUTime}`);
});
