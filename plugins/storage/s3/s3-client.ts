import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";

type Env = Readonly<Record<string, string | undefined>>;

/** A client of the store that the environment names; what it leaves out the SDK looks for by itself. */
export function makeS3Client(env: Env): S3Client {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const region = env.AWS_REGION || undefined;
  const config: S3ClientConfig = {
    // Two tries within the 20 s after which a caller is told that the store is away (rules/storage 31).
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 4000 },
    // Compatible stores do not know the newer checksums, and a link must not ask its user for one.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
  if (region !== undefined) config.region = region;
  if (env.S3_ENDPOINT) {
    config.endpoint = env.S3_ENDPOINT;
    config.region ??= "us-east-1";
    // Their buckets have no host names of their own.
    config.forcePathStyle = true;
  }
  if (accessKeyId && secretAccessKey) {
    const sessionToken = env.AWS_SESSION_TOKEN;
    config.credentials = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  }
  return new S3Client(config);
}
