import { readFileSync } from 'node:fs';
import { signatureAlgorithms } from '../domain/ports/identity.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';

/** One environment variable: all that reading and documenting it takes. */
interface Variable<T> {
  readonly name: string;
  /** As it would be written; undefined where the absence itself means something. */
  readonly default?: string;
  readonly meaning: string;
  /** Continues "must be …". */
  readonly allowed: string;
  /** Undefined when the text is not allowed. */
  readonly read: (text: string) => T | undefined;
}

function text(name: string, meaning: string, fallback: string): Variable<string> & { default: string } {
  return { name, meaning, default: fallback, allowed: 'a text', read: (input) => input };
}

function whole(name: string, meaning: string, fallback: number, [min, max]: [number, number]) {
  const allowed = `a whole number from ${min} to ${max}`;
  const read = (input: string) => {
    const number = /^\d{1,9}$/.test(input) ? Number(input) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  };
  return { name, meaning, default: String(fallback), allowed, read } satisfies Variable<number>;
}

function flag(name: string, meaning: string, fallback: boolean) {
  const words: Record<string, boolean> = { true: true, on: true, '1': true, false: false, off: false, '0': false };
  const read = (input: string) => words[input.toLowerCase()];
  return { name, meaning, default: String(fallback), allowed: 'true or false', read } satisfies Variable<boolean>;
}

function oneOf<const T extends string>(name: string, meaning: string, fallback: T, choices: readonly T[]) {
  const read = (input: string) => choices.find((choice) => choice === input.toLowerCase());
  return { name, meaning, default: fallback, allowed: `one of ${choices.join(', ')}`, read } satisfies Variable<T>;
}

function url(name: string, meaning: string, protocols: readonly string[]): Variable<string> {
  const allowed = `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  const read = (input: string) =>
    input.split(',').every((one) => protocols.includes(URL.parse(one)?.protocol ?? '')) ? input : undefined;
  return { name, meaning, allowed, read };
}

/** What paths are put behind. */
function base(
  name: string,
  meaning: string,
  { example = 'https://waybill.example.org', hasUser = false } = {},
): Variable<string> {
  const read = (input: string) => {
    const parsed = URL.parse(input);
    const right = parsed && /^https?:$/.test(parsed.protocol) && !parsed.search && !parsed.hash;
    return right && (hasUser || !parsed.username) ? input.replace(/\/+$/, '') : undefined;
  };
  return { name, meaning, allowed: `a URL like ${example}`, read };
}

function services(
  name: string,
  meaning: string,
): Variable<readonly (readonly [string, string])[]> & { default: string } {
  const read = (input: string) => {
    const pairs = input.split(',').filter((part) => part.trim() !== '');
    const read = pairs.map((pair) => /^\s*([^=\s]+)=(https?:\/\/[^\s@]+)\s*$/.exec(pair));
    return read.every((match) => URL.canParse(match?.[2] ?? ''))
      ? read.map((match) => [match?.[1] ?? '', match?.[2] ?? ''] as const)
      : undefined;
  };
  return {
    name,
    meaning,
    default: '',
    allowed: 'pairs like crm=https://crm.example.org/api, separated by commas',
    read,
  };
}

function list(name: string, meaning: string): Variable<readonly string[]> {
  const read = (input: string) => {
    const names = input.split(',').map((part) => part.trim());
    return names.every((part) => /^[\w.*-]+$/.test(part)) ? names : undefined;
  };
  return { name, meaning, allowed: 'names separated by commas', read };
}

function hosts(name: string, meaning: string): Variable<readonly string[]> {
  const read = (input: string) => {
    const names = input.split(',').map((part) => part.trim());
    return names.every((part) => /^(\*|(\*\.)?[\w.-]+)(:\d{1,5})?$|^[\da-f]*:[\da-f]*:[\da-f:.]*$/i.test(part))
      ? names
      : undefined;
  };
  return {
    name,
    meaning,
    allowed: 'hosts like api.example.org, *.example.org or 10.1.2.3:8080, separated by commas',
    read,
  };
}

function topics(name: string, meaning: string): Variable<readonly string[]> & { default: string } {
  const read = (input: string) => {
    const arns = input.split(',').flatMap((part) => part.trim() || []);
    return arns.every((arn) => /^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w.-]+$/.test(arn)) ? arns : undefined;
  };
  const allowed = 'names like arn:aws:sns:eu-west-1:123456789012:bounces, separated by commas';
  return { name, meaning, default: '', allowed, read };
}

function numbers(
  name: string,
  meaning: string,
): Variable<readonly (readonly [string, number])[]> & { default: string } {
  const read = (input: string) => {
    const pairs = input.split(',').filter((part) => part.trim() !== '');
    const read = pairs.map((pair) => /^\s*(\w+)=([1-9]\d{0,3})\s*$/.exec(pair));
    return read.every((match) => match !== null)
      ? read.map(([, key, count]) => [key ?? '', Number(count)] as const)
      : undefined;
  };
  return { name, meaning, default: '', allowed: 'pairs like Log=4, separated by commas', read };
}

function attributes(
  name: string,
  meaning: string,
  fallback: string,
): Variable<readonly (readonly [string, string])[]> & { default: string } {
  const members = 'code, name, type, description, email, phoneNumber, dataTags or chars.…';
  const pattern = /^\s*(code|name|type|description|email|phoneNumber|dataTags|chars\.\w+)=([a-z][\w.;-]*)\s*$/i;
  const read = (input: string) => {
    const pairs = input.split(',').map((pair) => pattern.exec(pair));
    return pairs.every((match) => match !== null)
      ? pairs.map(([, member, attribute]) => [member ?? '', attribute ?? ''] as const)
      : undefined;
  };
  const allowed = `pairs like code=cn, separated by commas, of ${members} and an attribute`;
  return { name, meaning, default: fallback, allowed, read };
}

function countries(name: string, meaning: string, maxCount: number): Variable<readonly string[]> {
  const read = (input: string) => {
    const codes = input.split(',').map((part) => part.trim().toUpperCase());
    return codes.length <= maxCount && codes.every((code) => /^[A-Z]{2}$/.test(code)) ? codes : undefined;
  };
  const allowed = maxCount === 1 ? 'a country such as CZ' : 'countries such as CZ,SK, separated by commas';
  return { name, meaning, allowed, read };
}

/** Five fields: minute, hour, day of the month, month, day of the week. */
function cron(name: string, meaning: string): Variable<string> {
  const maxima = [59, 23, 31, 12, 7];
  const part = /^(\*|\d{1,2}(-\d{1,2})?)(\/[1-9]\d?)?$/;
  const read = (input: string) => {
    const fields = input.split(/\s+/);
    const right = fields.every((field, index) =>
      field
        .split(',')
        .every((one) => part.test(one) && (one.split('/')[0]?.match(/\d+/g) ?? []).every((n) => isWithin(n, index))),
    );
    return fields.length === maxima.length && right ? fields.join(' ') : undefined;
  };
  const isWithin = (number: string, index: number) =>
    Number(number) <= (maxima[index] ?? 0) && (Number(number) > 0 || (index !== 2 && index !== 3));
  return { name, meaning, allowed: 'five cron fields of numbers, `*`, `-`, `/` and `,`, like `*/15 * * * *`', read };
}

/** Without a default: what its absence means depends on HOST. */
function onOrOff(name: string, meaning: string): Variable<'on' | 'off'> {
  const read = (input: string) => (['on', 'off'] as const).find((choice) => choice === input.toLowerCase());
  return { name, meaning, allowed: 'on or off', read };
}

function origins(name: string, meaning: string): Variable<readonly string[]> & { default: string } {
  const read = (input: string) => {
    const parsed = input.split(',').flatMap((part) => (part.trim() === '' ? [] : [URL.parse(part.trim())]));
    return parsed.every((one) => one !== null && /^https?:$/.test(one.protocol) && one.href === `${one.origin}/`)
      ? parsed.map((one) => one?.origin ?? '')
      : undefined;
  };
  return { name, meaning, default: '', allowed: 'origins like https://portal.example.org, separated by commas', read };
}

/** The URL as it is: `iss` of a token is compared with it character by character. */
function issuer(name: string, meaning: string): Variable<string> {
  const read = (input: string) => {
    const parsed = URL.parse(input);
    return parsed && /^https?:$/.test(parsed.protocol) && !parsed.search && !parsed.hash && !parsed.username
      ? input
      : undefined;
  };
  return { name, meaning, allowed: 'a URL like https://login.example.org/realms/acme', read };
}

function algorithms(
  name: string,
  meaning: string,
  fallback: string,
): Variable<readonly string[]> & { default: string } {
  const read = (input: string) => {
    const names = input.split(',').map((part) => part.trim());
    return names.every((part) => signatureAlgorithms.includes(part)) ? names : undefined;
  };
  return { name, meaning, default: fallback, allowed: `some of ${signatureAlgorithms.join(', ')}`, read };
}

function headerName(name: string, meaning: string): Variable<string> {
  const read = (input: string) => (/^[a-z][a-z\d-]*$/i.test(input) ? input.toLowerCase() : undefined);
  return { name, meaning, allowed: 'a name like Client-Cert', read };
}

/** A whole number whose default depends on other variables. */
function optionalWhole(name: string, meaning: string, bounds: [number, number]): Variable<number> {
  const { allowed, read } = whole(name, meaning, 0, bounds);
  return { name, meaning, allowed, read };
}

/** All environment variables. The documentation and the error messages are generated from this table. */
export const variables = {
  host: text('HOST', 'Address that the API listens on.', '127.0.0.1'),
  port: whole('PORT', 'Port that the API listens on; 0 selects a free one.', 3000, [0, 65_535]),
  auth: onOrOff(
    'AUTH',
    'Whether callers need credentials. If not set, `off` on a loopback HOST; on any other HOST, the API does not start.',
  ),
  authBehindGateway: flag(
    'AUTH_BEHIND_GATEWAY',
    'Whether all requests come through a gateway: its `X-Forwarded-*` headers are then trusted, and AUTH can be `off` on any HOST.',
    false,
  ),
  allowedOrigins: origins(
    'ALLOWED_ORIGINS',
    'Origins whose web pages may send requests and read the responses (CORS), besides those of PUBLIC_URL and of the API.',
  ),
  allowedCrossSite: flag(
    'ALLOWED_CROSS_SITE',
    'Whether pages of ALLOWED_ORIGINS may also send requests other than GET and HEAD if their site is another one than that of the API.',
    false,
  ),
  ratePerCaller: optionalWhole(
    'RATE_PER_CALLER',
    'Greatest number of requests per second of one caller to all APIs together; 0: no limit. If not set, 1000 with AUTH `on` and 0 otherwise.',
    [0, 100_000],
  ),
  oidcIssuer: issuer('OIDC_ISSUER', 'OpenID Connect provider whose access tokens are accepted; none if not set.'),
  oidcAudience: text('OIDC_AUDIENCE', 'Audience (`aud`) of accepted access tokens; required with OIDC_ISSUER.', ''),
  oidcUserClaim: text('OIDC_USER_CLAIM', 'Claim that contains the code of the user.', 'preferred_username'),
  oidcAlgorithms: algorithms('OIDC_ALGORITHMS', 'Algorithms of accepted signatures.', 'RS256,ES256,EdDSA'),
  oidcClientId: text('OIDC_CLIENT_ID', 'Client with which the console signs users in at the provider.', ''),
  oidcClientSecret: text('OIDC_CLIENT_SECRET', 'Secret of the client OIDC_CLIENT_ID; none if not set.', ''),
  clientCertHeader: headerName(
    'CLIENT_CERT_HEADER',
    'Header in which the gateway passes on the verified client certificate; no certificate is accepted if not set.',
  ),
  clientCertUser: oneOf(
    'CLIENT_CERT_USER',
    'Part of a client certificate that contains the code of the user: the common name, the e-mail address, or the distinguished name.',
    'cn',
    ['cn', 'email', 'dn'],
  ),
  clientCertIssuers: text(
    'CLIENT_CERT_ISSUERS',
    'File (PEM) of the authorities whose client certificates are accepted; all that the gateway accepts if not set.',
    '',
  ),
  gatewaySecret: text(
    'GATEWAY_SECRET',
    'Secret that the gateway sends in `Waybill-Gateway-Secret`; required with CLIENT_CERT_HEADER.',
    '',
  ),
  dataDir: text('DATA_DIR', 'Folder of the embedded database and of other files.', './data'),
  workers: whole('WORKERS', 'Number of workers that `npm start` runs.', 2, [0, 64]),
  sampleData: flag(
    'SAMPLE_DATA',
    'Whether the first `npm start` adds sample records and templates, which the examples of the OpenAPI document name. Sample users are added only while `AUTH` is not `on`.',
    true,
  ),
  stopDelaySeconds: whole(
    'STOP_DELAY_SECONDS',
    'Time between the stop signal of an api and the closing of its port, so that a load balancer can remove it.',
    0,
    [0, 60],
  ),
  workerHealthPort: whole(
    'WORKER_HEALTH_PORT',
    'Port on HOST at which a worker answers /health/live and /health/ready; 0 is none. Workers of one host need different ports.',
    0,
    [0, 65_535],
  ),
  databaseUrl: url('DATABASE_URL', 'PostgreSQL to use instead of the embedded one.', ['postgres:', 'postgresql:']),
  readDatabaseUrl: url(
    'READ_DATABASE_URL',
    'Read replica: a streaming standby of the database in DATABASE_URL, for reads that may lag; the primary serves all reads if not set.',
    ['postgres:', 'postgresql:'],
  ),
  readMaxLagSeconds: whole(
    'READ_MAX_LAG_SECONDS',
    'Greatest lag of the read replica; beyond it, the primary serves all reads.',
    5,
    [2, 3_600],
  ),
  databaseApiRole: text(
    'DATABASE_API_ROLE',
    'Role as which apis connect. If set, `migrate` creates it if it is missing, and grants it what an api needs; requires DATABASE_WORKER_ROLE.',
    '',
  ),
  databaseApiPassword: text(
    'DATABASE_API_PASSWORD',
    'Password that `migrate` sets for DATABASE_API_ROLE; unchanged if not set.',
    '',
  ),
  databaseWorkerRole: text(
    'DATABASE_WORKER_ROLE',
    'The same for workers: the role as which they connect; requires DATABASE_API_ROLE.',
    '',
  ),
  databaseWorkerPassword: text(
    'DATABASE_WORKER_PASSWORD',
    'Password that `migrate` sets for DATABASE_WORKER_ROLE; unchanged if not set.',
    '',
  ),
  databaseConnections: whole(
    'DATABASE_CONNECTIONS',
    'Greatest number of database connections of one process, besides those of its queues.',
    16,
    [2, 500],
  ),
  workerConnections: whole(
    'WORKER_DATABASE_CONNECTIONS',
    'The same for a worker; the lesser value applies. Few connections are faster, because each caches statements and tables.',
    6,
    [2, 500],
  ),
  elasticsearchUrl: url('ELASTICSEARCH_URL', 'Elasticsearch to use for search instead of PostgreSQL.', [
    'http:',
    'https:',
  ]),
  elasticsearchPrefix: text(
    'ELASTICSEARCH_PREFIX',
    'Prefix of all index names, so that several services can share one Elasticsearch.',
    '',
  ),
  elasticsearchReplicas: whole('ELASTICSEARCH_REPLICAS', 'Number of replicas of each shard.', 0, [0, 20]),
  elasticsearchShards: numbers(
    'ELASTICSEARCH_SHARDS',
    'Number of shards of new indexes, by kind (`Log=4`); default 1.',
  ),
  defaultAuthentication: oneOf(
    'DEFAULT_AUTHENTICATION',
    '`authentication` of users that do not set it: PASSWORD, LDAP, PKI, AD or EMPTY.',
    'password',
    ['ldap', 'pki', 'ad', 'password', 'empty'],
  ),
  ldapUrl: url(
    'LDAP_URL',
    'Directory that contains the groups. Without it, look-ups compare `ldapMemberOf` of stored groups.',
    ['ldap:', 'ldaps:'],
  ),
  ldapBindDn: text('LDAP_BIND_DN', 'Distinguished name with which Waybill binds; anonymous if not set.', ''),
  ldapPassword: text('LDAP_PASSWORD', 'Password for LDAP_BIND_DN.', ''),
  ldapBaseDn: text('LDAP_BASE_DN', 'Entry at or below which groups are searched.', ''),
  ldapGroupFilter: text(
    'LDAP_GROUP_FILTER',
    'Filter that selects group entries.',
    '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup)(objectClass=group))',
  ),
  ldapAttributes: attributes(
    'LDAP_ATTRIBUTES',
    'Mapping of members of a group to attributes.',
    'code=cn,name=cn,description=description,email=mail,phoneNumber=telephoneNumber',
  ),
  ldapGroupType: text('LDAP_GROUP_TYPE', 'Code of the UserGroupType of groups without a type in the directory.', ''),
  ldapUserBaseDn: text(
    'LDAP_USER_BASE_DN',
    'Entry at or below which users are found when they sign in; LDAP_BASE_DN if not set.',
    '',
  ),
  ldapUserAttribute: text(
    'LDAP_USER_ATTRIBUTE',
    'Attribute that contains the code of a user with `authentication` LDAP; for AD, it is always `sAMAccountName`.',
    'uid',
  ),
  ldapTimeoutSeconds: whole('LDAP_TIMEOUT_SECONDS', 'Time limit of a response of the directory.', 5, [1, 60]),
  directorySyncCron: cron(
    'DIRECTORY_SYNC_CRON',
    'Times (UTC) at which the groups of the directory are synchronized; no schedule if not set. `npm start` and `migrate` apply it.',
  ),
  smtpUrl: url(
    'SMTP_URL',
    'Mail servers in order of preference, separated by commas. Without it, `npm start` delivers e-mail to the embedded mailbox.',
    ['smtp:', 'smtps:'],
  ),
  smtpFrom: text('SMTP_FROM', 'Sender of e-mail without its own sender.', 'Waybill <waybill@localhost>'),
  smtpConnections: whole(
    'SMTP_CONNECTIONS',
    'Greatest number of connections of a worker to each mail server.',
    10,
    [1, 100],
  ),
  smtpTimeoutSeconds: whole(
    'SMTP_TIMEOUT_SECONDS',
    'Time limit of one reply of a mail server; a whole hand-over may take four times as long.',
    30,
    [1, 600],
  ),
  dkimDomain: text('DKIM_DOMAIN', 'Domain of the DKIM signature; e-mail is not signed if not set.', ''),
  dkimSelector: text('DKIM_SELECTOR', 'Selector of the public key in DNS.', ''),
  dkimKeyFile: text('DKIM_KEY_FILE', 'File of the private key (PEM).', ''),
  bounceAddress: text(
    'BOUNCE_ADDRESS',
    'Address to which mail servers return e-mails (the envelope sender); the address of the sender if not set.',
    '',
  ),
  bounceMailboxUrl: url(
    'BOUNCE_MAILBOX_URL',
    'Mailbox whose bounces a worker reads by IMAP, like `imaps://user:password@imap.example.org/INBOX`.',
    ['imap:', 'imaps:'],
  ),
  bounceMailboxFolder: text(
    'BOUNCE_MAILBOX_FOLDER',
    'Folder into which messages are moved that a worker has read; it is created.',
    'Waybill',
  ),
  bounceMailboxSeconds: whole(
    'BOUNCE_MAILBOX_SECONDS',
    'Interval at which the mailbox is read if the server does not report new messages (IDLE).',
    60,
    [1, 3_600],
  ),
  sesTopicArns: topics(
    'SES_TOPIC_ARNS',
    'Topics of Amazon SNS whose reports of Amazon SES are accepted; none if not set.',
  ),
  snsBaseUrl: base('SNS_BASE_URL', 'URL to use instead of `https://sns.REGION.amazonaws.com`.'),
  postmarkWebhookPassword: text(
    'POSTMARK_WEBHOOK_PASSWORD',
    'Password of the webhooks of Postmark (HTTP Basic authentication); none is accepted if not set. Set it for apis and workers.',
    '',
  ),
  mailgunSigningKey: text(
    'MAILGUN_SIGNING_KEY',
    'Key by which Mailgun signs its webhooks; none is accepted if not set.',
    '',
  ),
  twilioAccountSid: text(
    'TWILIO_ACCOUNT_SID',
    'Twilio account that sends SMS. Without it, `npm start` delivers SMS to the embedded mailbox.',
    '',
  ),
  twilioAuthToken: text('TWILIO_AUTH_TOKEN', 'Token of the Twilio account; it also verifies receipts.', ''),
  twilioFrom: text(
    'TWILIO_FROM',
    'Sender of SMS without their own sender: a number, up to 11 letters and digits, or a messaging service (`MG…`).',
    '',
  ),
  twilioBaseUrl: url('TWILIO_BASE_URL', 'URL to use instead of `https://api.twilio.com`.', ['http:', 'https:']),
  twilioConnections: whole(
    'TWILIO_CONNECTIONS',
    'Greatest number of concurrent Twilio requests of a worker.',
    20,
    [1, 200],
  ),
  twilioTimeoutSeconds: whole('TWILIO_TIMEOUT_SECONDS', 'Time limit of a response of Twilio.', 15, [1, 120]),
  webhookTimeoutSeconds: whole('WEBHOOK_TIMEOUT_SECONDS', 'Time limit of a response of a webhook.', 10, [1, 120]),
  allowedHosts: hosts(
    'ALLOWED_HOSTS',
    'Hosts that webhooks and rules may call, including private ones. If not set, all public hosts; `*` stands for all public hosts.',
  ),
  embeddedSmtp: flag('EMBEDDED_SMTP', 'Whether `npm start` runs an embedded mail server if SMTP_URL is not set.', true),
  embeddedSms: flag(
    'EMBEDDED_SMS',
    'Whether `npm start` runs an embedded SMS server if TWILIO_ACCOUNT_SID is not set.',
    true,
  ),
  queues: list('QUEUES', 'Queues from which a worker claims jobs, separated by commas; all if not set.'),
  logLevel: oneOf('LOG_LEVEL', 'Lowest level of log lines that are written.', 'info', [
    'trace',
    'debug',
    'info',
    'warn',
    'error',
    'fatal',
    'silent',
  ]),
  maxBodyMb: whole('MAX_BODY_MB', 'Largest request body, in megabytes of 1,048,576 bytes.', 64, [1, 1024]),
  resultWaitSeconds: whole(
    'RESULT_WAIT_SECONDS',
    'Greatest time that a call waits for the result of a worker.',
    60,
    [1, 600],
  ),
  layoutSeconds: whole(
    'LAYOUT_SECONDS',
    'Time limit for the layout of a single document; less than RESULT_WAIT_SECONDS, so that callers get the reason.',
    50,
    [1, 3_600],
  ),
  retentionDays: whole(
    'RETENTION_DAYS',
    'Time after which ended Jobs with their steps, and ended notifications, are deleted.',
    90,
    [1, 36_500],
  ),
  auditDays: whole('AUDIT_DAYS', 'Time after which entries of the audit list are deleted. 0: never.', 365, [0, 36_500]),
  changeDays: whole('CHANGE_DAYS', 'Time for which the changes of records can be followed.', 7, [1, 36_500]),
  resultDays: whole(
    'RESULT_DAYS',
    'Time after which stored documents are deleted: those of bulk Jobs, and single ones whose caller did not wait.',
    7,
    [1, 36_500],
  ),
  logRetentionMonths: whole(
    'LOG_RETENTION_MONTHS',
    'Number of months of Logs that are stored besides the current one; older months are dropped. 0: no limit.',
    0,
    [0, 1_200],
  ),
  defaultCountry: countries(
    'DEFAULT_COUNTRY',
    'Country of phone numbers without a prefix; if not set, such numbers are rejected.',
    1,
  ),
  allowedCountries: countries('ALLOWED_COUNTRIES', 'Countries whose phone numbers may get SMS; all if not set.', 300),
  deliveryRetries: whole(
    'DELIVERY_RETRIES',
    'Greatest number of attempts of a delivery, with growing pauses.',
    8,
    [1, 20],
  ),
  deliveryPauseSeconds: whole(
    'DELIVERY_PAUSE_SECONDS',
    'Pause after the first attempt; each further pause is 2.78 times as long, at most four hours.',
    30,
    [1, 3_600],
  ),
  emailPerSecond: whole(
    'EMAIL_PER_SECOND',
    'Greatest number of e-mails per second of all workers together; 0: no limit.',
    0,
    [0, 100_000],
  ),
  smsPerSecond: whole(
    'SMS_PER_SECOND',
    'Greatest number of SMS per second of all workers together; 0: no limit.',
    0,
    [0, 100_000],
  ),
  webhookPerSecond: whole(
    'WEBHOOK_PER_SECOND',
    'Greatest number of webhooks per second of all workers together; 0: no limit.',
    0,
    [0, 100_000],
  ),
  recipientPerHour: whole(
    'RECIPIENT_PER_HOUR',
    'Greatest number of messages per hour to one address or number, by channel; 0: no limit.',
    0,
    [0, 100_000],
  ),
  providerFailures: whole(
    'PROVIDER_FAILURES',
    'Number of failures in a row that open the circuit breaker of a provider; 0: never.',
    5,
    [0, 1_000],
  ),
  providerPauseSeconds: whole(
    'PROVIDER_PAUSE_SECONDS',
    'Time that a circuit breaker stays open at first; it doubles with each failed probe, up to ten minutes.',
    30,
    [1, 600],
  ),
  logExchanges: oneOf(
    'LOG_EXCHANGES',
    'Whether each hand-over is stored as a Log: `meta` without, `full` with subject and text.',
    'meta',
    ['none', 'meta', 'full'],
  ),
  publicUrl: base(
    'PUBLIC_URL',
    'Public URL of the API, whose pages may send requests. Sign-ins at the provider return to it, and e-mails have an unsubscribe link below it.',
  ),
  receiptUrl: base('RECEIPT_URL', 'URL at which Twilio reaches the API for receipts; default PUBLIC_URL.'),
  microserviceUrls: services(
    'MICROSERVICE_URLS',
    'Base URLs of relative URLs in notification rules, by microserviceCode.',
  ),
  otlpEndpoint: url(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OpenTelemetry receiver (OTLP over HTTP) of traces, such as `http://collector:4318`; no traces if not set.',
    ['http:', 'https:'],
  ),
  tracesPercent: whole('TRACES_PERCENT', 'Percentage of requests that are traced.', 100, [0, 100]),
  sofficePath: text('SOFFICE_PATH', 'Path of a native LibreOffice to use instead of the included one.', ''),
  officeProcesses: whole(
    'OFFICE_PROCESSES',
    'Number of office documents that one worker converts at a time; each uses a process of about 1.5 GB.',
    1,
    [1, 16],
  ),
  officeStart: oneOf(
    'OFFICE_START',
    'When a worker starts its converters: with itself (`worker`), with the first office document (`document`), or with itself if 4 GB of memory are free for each (`auto`).',
    'auto',
    ['auto', 'worker', 'document'],
  ),
  officeTimeoutSeconds: whole(
    'OFFICE_TIMEOUT_SECONDS',
    'Time limit for one office document with its retry, in processor time of the bundled converter; less than RESULT_WAIT_SECONDS, so that callers get the reason.',
    45,
    [5, 600],
  ),
  chromiumPath: text(
    'CHROMIUM_PATH',
    'Path of a Chromium that prints PDFs of templates with `renderer` BROWSER. Set it for apis and workers; workers run it.',
    '',
  ),
  gotenbergUrl: base(
    'GOTENBERG_URL',
    'URL of a Gotenberg that prints such PDFs, in place of CHROMIUM_PATH; with `user:password@` for one with basic authentication. Set it for apis and workers.',
    { example: 'http://gotenberg:3000', hasUser: true },
  ),
  browserPages: whole(
    'BROWSER_PAGES',
    'Number of documents that one worker prints at a time; each uses a Chromium of about 300 MB, or a request to the Gotenberg.',
    2,
    [1, 16],
  ),
  browserTimeoutSeconds: whole(
    'BROWSER_TIMEOUT_SECONDS',
    'Time limit of printing one document; less than RESULT_WAIT_SECONDS, so that callers get the reason.',
    50,
    [1, 600],
  ),
  browserMemoryMb: whole('BROWSER_MEMORY_MB', 'Greatest memory of one Chromium, on Linux.', 1_500, [500, 16_384]),
  requireLogTypes: flag('REQUIRE_LOG_TYPES', 'Whether a Log with an unknown LogType is rejected.', false),
} as const satisfies Record<string, Variable<unknown>>;

const variableList: Readonly<Record<string, Variable<unknown>>> = variables;

type Value<V> = V extends { read: (text: string) => infer T }
  ? V extends { default: string }
    ? NonNullable<T>
    : NonNullable<T> | undefined
  : never;

export type Config = { readonly [Name in keyof typeof variables]: Value<(typeof variables)[Name]> };

/**
 * Reads the environment, once for a process. An empty variable counts as not set. The value of each variable can be in a
 * file instead, which the variable with the suffix `_FILE` names.
 *
 * @throws OperatorError that lists every invalid variable with its value and the allowed values
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const entries = Object.entries(variableList).map(([member, variable]) => {
    const file = environment[`${variable.name}_FILE`]?.trim();
    const set = environment[variable.name]?.trim() || (file && readFileOf(variable, file, problems));
    if (file && environment[variable.name]?.trim()) {
      problems.push(`${variable.name} and ${variable.name}_FILE are both set, and only one of them may be`);
    }
    const input = set || variable.default;
    if (input === undefined) return [member, undefined];
    const value = variable.read(input);
    if (value === undefined && set && file) {
      // The content of a file is a secret.
      problems.push(`${variable.name}_FILE names ${file}, whose content must be ${variable.allowed}`);
    } else if (value === undefined) {
      // A URL may contain a password, which must not appear in the terminal.
      const shown = input.replace(/(:\/\/[^:/@]*:)[^@]*@/g, '$1***@');
      problems.push(`${variable.name} is ${JSON.stringify(shown)} and must be ${variable.allowed}`);
    }
    return [member, value];
  });
  if (problems.length > 0) throw new OperatorError(`${problems.join('; ')}.`);
  return Object.fromEntries(entries) as Config;
}

/** Returns the content of the file without white space around it. Adds a problem if it cannot be read or is empty. */
function readFileOf({ name }: Variable<unknown>, file: string, problems: string[]): string {
  try {
    const content = readFileSync(file, 'utf8').trim();
    if (content === '') problems.push(`${name}_FILE names ${file}, which is empty`);
    return content;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    problems.push(`${name}_FILE names ${file}, which cannot be read (${code})`);
    return '';
  }
}

/** The table of docs/configuration.md. */
export function configurationTable(): string {
  const rows = Object.values(variableList).map(
    ({ name, default: fallback, meaning, allowed }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback.replaceAll('|', '\\|')}\`` : ''} | ${allowed} | ${meaning} |`,
  );
  return ['| Variable | Default | May be | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}
