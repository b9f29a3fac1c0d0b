/** External storage for small records that cannot be deleted from this installation. */
export interface OffHost {
  /** Stores a text under a new name. Throws unless it is certain that it was stored. */
  keep(name: string, text: string): Promise<void>;
  /** All stored texts, unordered; null if the place cannot be read from here. */
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

export type OpenOffHost = (settings: OffHostSettings) => OffHost;
