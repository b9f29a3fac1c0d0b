import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';

export interface S3Options {
  /** `https://s3.example:443`, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Put before every key; empty, or ending in a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Transient statuses and broken connections are worth further attempts. */
const maxAttempts = 5;
const answerWithinMs = 60_000;

/** The store refused the request. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;

  constructor(status: number, code: string, what: string) {
    super(`The object store answered ${status} ${code} to ${what}.`);
    this.status = status;
  }
}

/** Path style, and checksums only where S3 requires them: so every S3 server understands the requests. */
export function s3Client({ endpoint, region, accessKeyId, secretAccessKey }: S3Options): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: answerWithinMs, throwOnRequestTimeout: true },
  });
}

/** Throws `S3Error` where the store answered with an error; what else failed passes as it is. */
export async function answered<T>(what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (!(error instanceof S3ServiceException) || status === undefined) throw error;
    throw new S3Error(status, error.name, what);
  }
}
