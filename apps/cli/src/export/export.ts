export async function exportThread(_args: readonly string[]): Promise<number> {
  return 0;
}
