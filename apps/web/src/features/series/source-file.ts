/** A file of a series, wherever it lies: on disk, or compressed in a ZIP. Nothing is held in memory. */
export interface SourceFile {
  /** With the folders it lies in. */
  readonly name: string;
  readonly size: number;
  /** Its first bytes, as many as there are. */
  head(bytes: number): Promise<Uint8Array>;
  file(): Promise<File>;
}

/** A file as it was dropped or picked. */
export function pickedFile(file: File): SourceFile {
  return {
    name: file.webkitRelativePath || file.name,
    size: file.size,
    head: async (bytes) => new Uint8Array(await file.slice(0, bytes).arrayBuffer()),
    file: async () => file,
  };
}
