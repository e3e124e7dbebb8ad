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
  return { name, meaning, default: fallback, allowed: 'a text', read: (given) => given };
}

function whole(name: string, meaning: string, fallback: number, [least, most]: [number, number]) {
  const allowed = `a whole number from ${least} to ${most}`;
  const read = (given: string) => {
    const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  };
  return { name, meaning, default: String(fallback), allowed, read } satisfies Variable<number>;
}

function flag(name: string, meaning: string, fallback: boolean) {
  const words: Record<string, boolean> = { true: true, on: true, '1': true, false: false, off: false, '0': false };
  const read = (given: string) => words[given.toLowerCase()];
  return { name, meaning, default: String(fallback), allowed: 'true or false', read } satisfies Variable<boolean>;
}

function oneOf<const T extends string>(name: string, meaning: string, fallback: T, choices: readonly T[]) {
  const read = (given: string) => choices.find((choice) => choice === given.toLowerCase());
  return { name, meaning, default: fallback, allowed: `one of ${choices.join(', ')}`, read } satisfies Variable<T>;
}

function url(name: string, meaning: string, protocols: readonly string[]): Variable<string> {
  const allowed = `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  const read = (given: string) =>
    given.split(',').every((one) => protocols.includes(URL.parse(one)?.protocol ?? '')) ? given : undefined;
  return { name, meaning, allowed, read };
}

/** What paths are put behind. */
function base(name: string, meaning: string): Variable<string> {
  const read = (given: string) => {
    const parsed = URL.parse(given);
    const right = parsed && /^https?:$/.test(parsed.protocol) && !parsed.search && !parsed.hash && !parsed.username;
    return right ? given.replace(/\/+$/, '') : undefined;
  };
  return { name, meaning, allowed: 'a URL like https://waybill.example.org', read };
}

function services(
  name: string,
  meaning: string,
): Variable<readonly (readonly [string, string])[]> & { default: string } {
  const read = (given: string) => {
    const pairs = given.split(',').filter((part) => part.trim() !== '');
    const read = pairs.map((pair) => /^\s*([^=\s]+)=(https?:\/\/[^\s@]+)\s*$/.exec(pair));
    return read.every((match) => match !== null && URL.canParse(match[2] as string))
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
  const read = (given: string) => {
    const names = given.split(',').map((part) => part.trim());
    return names.every((part) => /^[\w.*-]+$/.test(part)) ? names : undefined;
  };
  return { name, meaning, allowed: 'names separated by commas', read };
}

function hosts(name: string, meaning: string): Variable<readonly string[]> {
  const read = (given: string) => {
    const names = given.split(',').map((part) => part.trim());
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

function numbers(
  name: string,
  meaning: string,
): Variable<readonly (readonly [string, number])[]> & { default: string } {
  const read = (given: string) => {
    const pairs = given.split(',').filter((part) => part.trim() !== '');
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
  const read = (given: string) => {
    const pairs = given.split(',').map((pair) => pattern.exec(pair));
    return pairs.every((match) => match !== null)
      ? pairs.map(([, member, attribute]) => [member ?? '', attribute ?? ''] as const)
      : undefined;
  };
  const allowed = `pairs like code=cn, separated by commas, of ${members} and an attribute`;
  return { name, meaning, default: fallback, allowed, read };
}

function countries(name: string, meaning: string, most: number): Variable<readonly string[]> {
  const read = (given: string) => {
    const codes = given.split(',').map((part) => part.trim().toUpperCase());
    return codes.length <= most && codes.every((code) => /^[A-Z]{2}$/.test(code)) ? codes : undefined;
  };
  const allowed = most === 1 ? 'a country such as CZ' : 'countries such as CZ,SK, separated by commas';
  return { name, meaning, allowed, read };
}

/** Five fields: minute, hour, day of the month, month, day of the week. */
function cron(name: string, meaning: string): Variable<string> {
  const most = [59, 23, 31, 12, 7];
  const part = /^(\*|\d{1,2}(-\d{1,2})?)(\/[1-9]\d?)?$/;
  const read = (given: string) => {
    const fields = given.split(/\s+/);
    const right = fields.every((field, index) =>
      field
        .split(',')
        .every((one) => part.test(one) && (one.split('/')[0]?.match(/\d+/g) ?? []).every((n) => isWithin(n, index))),
    );
    return fields.length === most.length && right ? fields.join(' ') : undefined;
  };
  const isWithin = (number: string, index: number) =>
    Number(number) <= (most[index] ?? 0) && (Number(number) > 0 || (index !== 2 && index !== 3));
  return { name, meaning, allowed: 'five cron fields of numbers, `*`, `-`, `/` and `,`, like `*/15 * * * *`', read };
}

/** Everything that can be set from outside; docs and errors are made from it. */
export const variables = {
  host: text('HOST', 'Address that the API listens on.', '127.0.0.1'),
  port: whole('PORT', 'Port that the API listens on; 0 takes any free one.', 3000, [0, 65_535]),
  dataDir: text('DATA_DIR', 'Folder of the embedded database and of what else is kept on disk.', './data'),
  workers: whole('WORKERS', 'Worker processes that `npm start` runs.', 2, [0, 64]),
  sampleData: flag('SAMPLE_DATA', 'Whether a first `npm start` puts in sample reference data and templates.', true),
  stopDelaySeconds: whole(
    'STOP_DELAY_SECONDS',
    'How long an api that was told to stop goes on before it closes its port, so that a load balancer can leave it out.',
    0,
    [0, 60],
  ),
  databaseUrl: url('DATABASE_URL', 'PostgreSQL to use in place of the embedded one.', ['postgres:', 'postgresql:']),
  databaseConnections: whole(
    'DATABASE_CONNECTIONS',
    'Connections that one process keeps at most, besides those of its queues.',
    16,
    [2, 500],
  ),
  workerConnections: whole(
    'WORKER_DATABASE_CONNECTIONS',
    'Those of a worker, where that is less: it does much the same on each, which few connections have ready.',
    6,
    [2, 500],
  ),
  elasticsearchUrl: url('ELASTICSEARCH_URL', 'Elasticsearch to search in, in place of PostgreSQL.', [
    'http:',
    'https:',
  ]),
  elasticsearchPrefix: text(
    'ELASTICSEARCH_PREFIX',
    'Put before the name of every index, so that several services share one Elasticsearch.',
    '',
  ),
  elasticsearchReplicas: whole('ELASTICSEARCH_REPLICAS', 'Copies of each shard beside the first.', 0, [0, 20]),
  elasticsearchShards: numbers(
    'ELASTICSEARCH_SHARDS',
    'Shards of the indexes made from now on, by kind (`Log=4`); one where nothing is said.',
  ),
  defaultAuthentication: oneOf(
    'DEFAULT_AUTHENTICATION',
    'How users log in of whom nothing is said: PASSWORD, LDAP, PKI, AD or EMPTY.',
    'password',
    ['ldap', 'pki', 'ad', 'password', 'empty'],
  ),
  ldapUrl: url('LDAP_URL', 'Directory that groups are searched in; without it they name their places themselves.', [
    'ldap:',
    'ldaps:',
  ]),
  ldapBindDn: text('LDAP_BIND_DN', 'Who the service is in the directory; nobody unless set.', ''),
  ldapPassword: text('LDAP_PASSWORD', 'Its password there.', ''),
  ldapBaseDn: text('LDAP_BASE_DN', 'Where the groups are: nothing above or beside it is looked at.', ''),
  ldapGroupFilter: text(
    'LDAP_GROUP_FILTER',
    'Which entries are groups.',
    '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup)(objectClass=group))',
  ),
  ldapAttributes: attributes(
    'LDAP_ATTRIBUTES',
    'Attributes that the members of a group come from.',
    'code=cn,name=cn,description=description,email=mail,phoneNumber=telephoneNumber',
  ),
  ldapGroupType: text(
    'LDAP_GROUP_TYPE',
    'Code of the UserGroupType of the groups in the directory that name none.',
    '',
  ),
  ldapTimeoutSeconds: whole('LDAP_TIMEOUT_SECONDS', 'How long the directory may take to answer.', 5, [1, 60]),
  directorySyncCron: cron(
    'DIRECTORY_SYNC_CRON',
    'When the groups of the directory are brought in (UTC); never by itself unless set. `npm start` and `migrate` put it into effect.',
  ),
  smtpUrl: url(
    'SMTP_URL',
    'Mail servers in the order in which they are tried, separated by commas; without it `npm start` keeps all e-mail itself.',
    ['smtp:', 'smtps:'],
  ),
  smtpFrom: text('SMTP_FROM', 'Sender of e-mail that names none.', 'Waybill <waybill@localhost>'),
  smtpConnections: whole(
    'SMTP_CONNECTIONS',
    'Connections that a worker keeps to each mail server at most.',
    10,
    [1, 100],
  ),
  smtpTimeoutSeconds: whole(
    'SMTP_TIMEOUT_SECONDS',
    'How long a mail server may take for one answer; a whole hand-over may take four times as long.',
    30,
    [1, 600],
  ),
  dkimDomain: text('DKIM_DOMAIN', 'Domain that e-mail is signed for; not signed unless set.', ''),
  dkimSelector: text('DKIM_SELECTOR', 'Selector under which the domain publishes the key.', ''),
  dkimKeyFile: text('DKIM_KEY_FILE', 'File of the private key (PEM).', ''),
  twilioAccountSid: text(
    'TWILIO_ACCOUNT_SID',
    'Account that sends SMS; without it `npm start` keeps all SMS itself.',
    '',
  ),
  twilioAuthToken: text('TWILIO_AUTH_TOKEN', 'Its token, by which receipts are checked, too.', ''),
  twilioFrom: text(
    'TWILIO_FROM',
    'Sender of SMS that name none: a number, up to 11 letters and digits, or a messaging service (`MG…`).',
    '',
  ),
  twilioBaseUrl: url('TWILIO_BASE_URL', 'Where Twilio is asked, in place of `https://api.twilio.com`.', [
    'http:',
    'https:',
  ]),
  twilioConnections: whole('TWILIO_CONNECTIONS', 'Requests that a worker has under way at most.', 20, [1, 200]),
  twilioTimeoutSeconds: whole('TWILIO_TIMEOUT_SECONDS', 'How long Twilio may take to answer.', 15, [1, 120]),
  webhookTimeoutSeconds: whole('WEBHOOK_TIMEOUT_SECONDS', 'How long a webhook may take to answer.', 10, [1, 120]),
  allowedHosts: hosts(
    'ALLOWED_HOSTS',
    'Hosts that webhooks and rules may call, private ones too. Unless set, any that is not private; `*` among others lets those through.',
  ),
  embeddedSmtp: flag('EMBEDDED_SMTP', 'Whether `npm start` keeps e-mail itself where SMTP_URL is not set.', true),
  embeddedSms: flag('EMBEDDED_SMS', 'Whether `npm start` keeps SMS itself where TWILIO_ACCOUNT_SID is not set.', true),
  queues: list('QUEUES', 'Queues that a worker takes jobs from, separated by commas; all of them unless set.'),
  logLevel: oneOf('LOG_LEVEL', 'Least level of the log lines that are written.', 'info', [
    'trace',
    'debug',
    'info',
    'warn',
    'error',
    'fatal',
    'silent',
  ]),
  maxBodyMb: whole('MAX_BODY_MB', 'Largest request body, in megabytes of 1,048,576 bytes.', 64, [1, 1024]),
  resultWaitSeconds: whole('RESULT_WAIT_SECONDS', "How long a call waits for a worker's result.", 60, [1, 600]),
  layoutSeconds: whole('LAYOUT_SECONDS', 'How long a single document may take to be laid out.', 60, [1, 3_600]),
  retentionDays: whole(
    'RETENTION_DAYS',
    'How long ended Jobs with their steps and ended notifications are kept.',
    90,
    [1, 36_500],
  ),
  resultDays: whole(
    'RESULT_DAYS',
    'How long documents are kept that were made in bulk or not waited for.',
    7,
    [1, 36_500],
  ),
  logRetentionMonths: whole(
    'LOG_RETENTION_MONTHS',
    'Months of Logs that are kept beside the current one; older months are dropped whole. 0 keeps all.',
    0,
    [0, 1_200],
  ),
  defaultCountry: countries(
    'DEFAULT_COUNTRY',
    'Country of phone numbers without a prefix; they are refused unless set.',
    1,
  ),
  allowedCountries: countries('ALLOWED_COUNTRIES', 'Countries whose phone numbers are sent to; all unless set.', 300),
  deliveryRetries: whole('DELIVERY_RETRIES', 'How often a delivery is tried, with growing pauses.', 8, [1, 20]),
  deliveryPauseSeconds: whole(
    'DELIVERY_PAUSE_SECONDS',
    'How long after the first try comes the second; each further pause is 2.78 times as long, four hours at most.',
    30,
    [1, 3_600],
  ),
  emailPerSecond: whole(
    'EMAIL_PER_SECOND',
    'E-mails that all workers send a second at most; 0: no limit.',
    0,
    [0, 100_000],
  ),
  smsPerSecond: whole('SMS_PER_SECOND', 'SMS that all workers send a second at most; 0: no limit.', 0, [0, 100_000]),
  webhookPerSecond: whole(
    'WEBHOOK_PER_SECOND',
    'Webhooks that all workers call a second at most; 0: no limit.',
    0,
    [0, 100_000],
  ),
  recipientPerHour: whole(
    'RECIPIENT_PER_HOUR',
    'Messages that one address or number gets an hour at most, by e-mail and by SMS each; 0: no limit.',
    0,
    [0, 100_000],
  ),
  providerFailures: whole(
    'PROVIDER_FAILURES',
    'How often in a row a provider has to be away before it is left alone; 0: it is asked every time.',
    5,
    [0, 1_000],
  ),
  providerPauseSeconds: whole(
    'PROVIDER_PAUSE_SECONDS',
    'How long it is left alone at first; twice as long each time that it is away still, up to ten minutes.',
    30,
    [1, 600],
  ),
  logExchanges: oneOf(
    'LOG_EXCHANGES',
    'Whether each exchange with a provider becomes a Log: `meta` without, `full` with what the message says.',
    'meta',
    ['none', 'meta', 'full'],
  ),
  publicUrl: base(
    'PUBLIC_URL',
    'Where the API is reached from outside. With it e-mails have a link to unsubscribe by.',
  ),
  receiptUrl: base('RECEIPT_URL', 'Where Twilio reaches the API with its receipts; PUBLIC_URL unless set.'),
  microserviceUrls: services(
    'MICROSERVICE_URLS',
    'What relative URLs of notification rules belong to, by their microserviceCode.',
  ),
  otlpEndpoint: url(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Receiver of OpenTelemetry over HTTP that traces are sent to, `http://collector:4318`; none are made unless set.',
    ['http:', 'https:'],
  ),
  tracesPercent: whole('TRACES_PERCENT', 'Of the requests, how many are traced.', 100, [0, 100]),
  sofficePath: text(
    'SOFFICE_PATH',
    'A native LibreOffice to make office documents with, in place of the one that comes along.',
    '',
  ),
  officeProcesses: whole(
    'OFFICE_PROCESSES',
    'Office documents that one worker makes at a time; each costs a process of some 1.5 GB.',
    1,
    [1, 16],
  ),
  officeTimeoutSeconds: whole('OFFICE_TIMEOUT_SECONDS', 'How long one office document may take.', 60, [5, 600]),
  requireLogTypes: flag('REQUIRE_LOG_TYPES', 'Whether a Log is refused whose LogType does not exist.', false),
} as const satisfies Record<string, Variable<unknown>>;

type Value<V> = V extends { read: (text: string) => infer T }
  ? V extends { default: string }
    ? NonNullable<T>
    : NonNullable<T> | undefined
  : never;

export type Config = { readonly [Name in keyof typeof variables]: Value<(typeof variables)[Name]> };

/**
 * Reads the environment, once for a process. An empty variable counts as not set.
 *
 * @throws Mistake that names every wrong variable, what it held and what it may hold
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = [];
  const entries = Object.entries(variables as Record<string, Variable<unknown>>).map(([member, variable]) => {
    const given = environment[variable.name]?.trim() || variable.default;
    if (given === undefined) return [member, undefined];
    const value = variable.read(given);
    if (value === undefined) {
      // A URL may hold a password, which is not for the terminal.
      const held = given.replace(/(:\/\/[^:/@]*:)[^@]*@/g, '$1***@');
      wrong.push(`${variable.name} is ${JSON.stringify(held)} and must be ${variable.allowed}`);
    }
    return [member, value];
  });
  if (wrong.length > 0) throw new OperatorError(`${wrong.join('; ')}.`);
  return Object.fromEntries(entries) as Config;
}

/** The table of docs/configuration.md. */
export function configurationTable(): string {
  const rows = Object.values(variables as Record<string, Variable<unknown>>).map(
    ({ name, default: fallback, meaning, allowed }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback.replaceAll('|', '\\|')}\`` : ''} | ${allowed} | ${meaning} |`,
  );
  return ['| Variable | Default | May be | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}
