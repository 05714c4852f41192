/** Where a secret is. The secret itself is read when it is needed, and kept nowhere. */
export type SecretSource =
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** An address that holds no secret, or where one that does is. */
export type AddressSource = { readonly kind: 'address'; readonly address: string } | SecretSource;

export interface CredentialSources {
  readonly id: SecretSource;
  readonly secret: SecretSource;
}

/** A bucket, whether the ledger lies in it or reports do. */
export interface BucketSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string | undefined;
  readonly addressing: 'path' | 'host';
  readonly credential: CredentialSources;
}
