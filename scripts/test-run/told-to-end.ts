/** Aborted when this process is told to end: by a person (Ctrl-C), or by a program. It ends by itself then. */
export function toldToEnd(): AbortSignal {
  const told = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => told.abort());
  return told.signal;
}
