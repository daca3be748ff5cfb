#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// A reader such as `head` closes the pipe when it has enough: that is an end, not a fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
// Most of a short command's time is spent on its own sources: what they were compiled to is kept, in a place of the user's own.
enableCompileCache(join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'toolthread', 'compiled'));
const { failure } = await import('./failure.ts');
// What nobody foresaw may quote a file, a name or a server: it is shown like every other failure, never obeyed.
process.on('uncaughtException', (error) => {
  process.exitCode = failure(error.stack ?? String(error), 'This is a fault of Toolthread. Please report it.');
  process.exit();
});
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2));
