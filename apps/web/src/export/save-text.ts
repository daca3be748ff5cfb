/** Hands a file to the browser, which asks or saves as its owner likes. */
export function saveText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold of the bytes once it began.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
