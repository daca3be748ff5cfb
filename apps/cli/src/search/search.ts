export async function search(_args: readonly string[]): Promise<number> {
  return 0;
}
