/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = window.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Firefox begins the download after the click's task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
