const asked = new Map<string, Promise<void>>();

/** The styles of a part that comes late come with it, and not with the first load. Resolves when they hold; rejects if they are not available. */
export function lateStyles(address: string): Promise<void> {
  const known = asked.get(address);
  if (known !== undefined) return known;
  const coming = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      asked.delete(address);
      reject(new Error('The styles of a part could not be loaded.'));
    });
    document.head.append(link);
  });
  asked.set(address, coming);
  return coming;
}
