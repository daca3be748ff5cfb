import { server } from '../page/server.ts';

/** The bytes behind an address of our server, as an address that holds them; undefined where they cannot be had. */
export async function dataAddress(path: string): Promise<string | undefined> {
  const response = await server.fetch(path);
  if (!response.ok) return undefined;
  const bytes = await response.blob();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => resolve(typeof reader.result === 'string' ? reader.result : undefined));
    reader.readAsDataURL(bytes);
  });
}
