/** Prints by how many bytes this process has grown at most while it read the session named on the command line. */
import { timeline } from '@toolthread/core';
import { readSession, readTranscript } from '@toolthread/transcripts';

const KB = 1024;

readTranscript('');
const before = process.memoryUsage.rss();
const read = await readSession(process.argv[2] ?? '');
if (!read.ok) throw new Error(read.reason);
if (timeline(read).items.length === 0) throw new Error('there is no timeline');
process.stdout.write(String(process.resourceUsage().maxRSS * KB - before));
