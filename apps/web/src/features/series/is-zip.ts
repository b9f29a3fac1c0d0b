/** Whether a file begins as a ZIP archive does; one that cannot be read does not. */
export async function isZip(file: File): Promise<boolean> {
  const head = await file
    .slice(0, 4)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const [p, k, third, fourth] = new Uint8Array(head);
  return p === 0x50 && k === 0x4b && third === 0x03 && fourth === 0x04;
}
