/** For the examples of the reference: a store of bytes in memory. */
import { MemoryBlobs } from './memory-blobs.ts';

export const exampleBlobs: MemoryBlobs = new MemoryBlobs();
