/** A place outside of this installation for small records that nobody here can take back. */
export interface OffHost {
  /** Keeps a text under a name that nothing has yet. Throws where it is not certain that it was kept. */
  keep(name: string, text: string): Promise<void>;
  /** Every text that was kept, in no order; null where the place cannot be read from here. */
  readAll: (() => AsyncIterable<{ readonly name: string; readonly text: string }>) | null;
}

export type OffHostSettings =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'webhook'; readonly url: string; readonly token: string | null }
  | { readonly kind: 's3'; readonly s3: S3Place; readonly retentionDays: number | null };

interface S3Place {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
