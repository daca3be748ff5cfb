/** Ends a process at once, or a group by its negative number. One that is gone, or is not ours, stays as it is. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}
