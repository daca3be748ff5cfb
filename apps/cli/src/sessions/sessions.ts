export async function sessions(_args: readonly string[]): Promise<number> {
  return 0;
}
