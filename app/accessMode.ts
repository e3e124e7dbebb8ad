import { isLoopbackHost } from '../api/http/callers/loopback.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import type { Config } from './config.ts';

/** How an api treats its callers. */
export interface AccessMode {
  /** Callers need credentials. */
  readonly authenticates: boolean;
  /** All requests come through a gateway, whose headers about the client are trusted. */
  readonly behindGateway: boolean;
  /** Requests per second of one caller; 0 means no limit. */
  readonly ratePerCaller: number;
}

/** High enough for a program that sends requests one after another, on several connections. */
const DEFAULT_RATE = 1_000;
/** Characters of the secret of the gateway, which is not guessed if it is random. */
const MIN_SECRET = 32;

/** Returns the origins under which the service is reached. */
export const originsOf = ({ publicUrl, receiptUrl }: Config): string[] =>
  [publicUrl, receiptUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).origin]));

/** @throws OperatorError if other machines can reach the api, and the configuration does not say who checks callers */
export function accessModeOf(config: Config): AccessMode {
  const { auth, host, authBehindGateway: behindGateway, oidcIssuer, oidcAudience } = config;
  const isLocal = isLoopbackHost(host);
  if (!isLocal && auth === undefined) {
    throw new OperatorError(
      `HOST is ${host}, which other machines can reach: set AUTH=on, so that callers need credentials, or AUTH=off and AUTH_BEHIND_GATEWAY=true if a gateway checks them, or a loopback HOST such as 127.0.0.1.`,
    );
  }
  if (!isLocal && auth === 'off' && !behindGateway) {
    throw new OperatorError(
      `HOST is ${host}, which other machines can reach, and AUTH is off: set AUTH=on, or AUTH_BEHIND_GATEWAY=true if a gateway checks the callers, or a loopback HOST such as 127.0.0.1.`,
    );
  }
  if (oidcIssuer !== undefined && !oidcAudience) {
    throw new OperatorError(
      'OIDC_ISSUER is set without OIDC_AUDIENCE, so that tokens for other services would be valid.',
    );
  }
  if (config.oidcClientId && oidcIssuer === undefined) {
    throw new OperatorError('OIDC_CLIENT_ID is set without OIDC_ISSUER, at which users sign in.');
  }
  if (config.oidcClientId && !isLocal && config.publicUrl === undefined) {
    throw new OperatorError('OIDC_CLIENT_ID is set without PUBLIC_URL, to which the provider sends users back.');
  }
  const authenticates = auth === 'on';
  checkCertificates(config);
  return { authenticates, behindGateway, ratePerCaller: config.ratePerCaller ?? (authenticates ? DEFAULT_RATE : 0) };
}

/** Without it, any client that reaches the api could name any user in a header. */
function checkCertificates({ clientCertHeader, auth, authBehindGateway, gatewaySecret }: Config): void {
  if (clientCertHeader !== undefined && (auth !== 'on' || !authBehindGateway)) {
    throw new OperatorError('CLIENT_CERT_HEADER is set without AUTH=on and AUTH_BEHIND_GATEWAY=true.');
  }
  if (clientCertHeader !== undefined && gatewaySecret.length < MIN_SECRET) {
    throw new OperatorError(
      `CLIENT_CERT_HEADER is set, and GATEWAY_SECRET, by which requests of the gateway are recognized, has fewer than ${MIN_SECRET} characters.`,
    );
  }
}
