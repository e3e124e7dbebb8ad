/** By what an api recognizes the reports of providers about e-mails. Those of a provider without its member are rejected. */
export interface BounceWebhooks {
  readonly ses?: SesWebhooks;
  /** `password` is that of HTTP Basic authentication. */
  readonly postmark?: { readonly password: string };
  readonly mailgun?: { readonly signingKey: string };
}

export interface SesWebhooks {
  /** The topics of Amazon SNS whose messages are accepted. */
  readonly topics: readonly string[];
  readonly sns: SnsClient;
}

/** Calls Amazon SNS alone. Both methods throw SnsRefused for any other URL, and the error of a call that fails. */
export interface SnsClient {
  /** Returns the certificate (PEM) at a URL. */
  certificate(url: string): Promise<string>;
  /** Confirms a subscription by its URL. */
  confirm(url: string): Promise<void>;
}

/** The URL is not one of Amazon SNS. */
export class SnsRefused extends Error {
  override readonly name = 'SnsRefused';
}
