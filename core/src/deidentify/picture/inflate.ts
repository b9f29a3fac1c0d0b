/** Unpacks raw deflate; throws when it is damaged or longer than `limit`. */
export type Inflate = (bytes: Uint8Array, limit: number) => Uint8Array;
