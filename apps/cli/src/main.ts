#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// A reader such as `head` closes the pipe when it has enough: that is an end, not a fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
// Most of a short command's time is spent on its own sources: what they were compiled to is kept. Hence the import comes after.
enableCompileCache();
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2));
