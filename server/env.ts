import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { urlsOfHosts } from './database/hosts.ts'
import { serviceAccountInput } from './identity/sessions/service-accounts.ts'

/** Every setting of the product, typed; the process environment is not read elsewhere. */
export type Env = Readonly<z.output<typeof settings>>

/**
 * Reads and validates the settings. An empty value counts as absent.
 * @throws SettingError listing every variable with an invalid value
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = settings.safeParse(filled)
  if (!parsed.success) throw new SettingError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  return Object.freeze(parsed.data)
}

/** Thrown for invalid environment variables; the message lists them. */
class SettingError extends Error {
  override readonly name = 'SettingError'

  constructor(readonly problems: readonly string[]) {
    super(`Wrong setting in the environment. ${problems.join('; ')}`)
  }
}

const yes = ['true', '1', 'yes', 'on']
const no = ['false', '0', 'no', 'off']

const switchValue = z
  .string()
  .toLowerCase()
  .refine((value) => yes.includes(value) || no.includes(value), 'must be true or false')
  .transform((value) => yes.includes(value))

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).transform((value) =>
  value.replace(/\/+$/, '')
)

/** Parses JSON; undefined for invalid text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isReadable(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

/** Reads a file named by a setting. */
const pemFile = z.string().transform((path, context) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    context.addIssue({ code: 'custom', message: 'must name a file that can be read' })
    return z.NEVER
  }
})

/** The address of a PostgreSQL, with one host or several, separated by commas. */
const databaseAddress = z.string().refine(
  (address) => urlsOfHosts(address).every((one) => URL.canParse(one) && /^postgres(ql)?:$/.test(new URL(one).protocol)),
  'must be a postgres:// address',
)

const processCount = 'must be auto or a number from 1 to 32'

const variables = z.object({
  /** TCP port of the HTTP server. */
  PORT: z.coerce.number('must be a port number').int('must be a port number').min(0, 'must be a port number').max(65_535,
    'must be a port number').default(8080),
  /** Address to listen on; 0.0.0.0 or :: to be reachable from other machines. */
  HOST: z.string().default('127.0.0.1'),
  /** The URL that browsers use, in links of mails and in tokens; by default http://HOST:PORT. */
  PUBLIC_URL: webAddress.optional(),
  /** Folder of the embedded database and the attachments. */
  DATA_DIR: z.string().default('./data'),
  /** An external PostgreSQL instead of the embedded one; of several hosts, separated by commas, the primary is used. */
  DATABASE_URL: databaseAddress.optional(),
  /** A PgBouncer in transaction mode before it, for all that no session has to hold; also needs DATABASE_URL. */
  DATABASE_POOLER_URL: databaseAddress.optional(),
  /** Whether the pooler keeps prepared statements (`max_prepared_statements`, PgBouncer 1.21 or newer). */
  DATABASE_POOLER_PREPARED: switchValue.default(false),
  /** Standbys that lists and records are read from, hosts separated by commas; also needs DATABASE_URL. */
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  /** Number of server processes that share the port; `auto` is one per core. */
  PROCESSES: z.preprocess((value) => (value === 'auto' ? availableParallelism() : value),
    z.coerce.number(processCount).int(processCount).min(1, processCount).max(32, processCount)).default(1),
  /** Separate port for Prometheus metrics; without it, none are collected. */
  METRICS_PORT: z.coerce.number('must be a port').int('must be a port').min(1, 'must be a port').max(65_535, 'must be a port').optional(),
  /** The address of this port; 0.0.0.0 where the collector is on another machine. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Address of a collector that takes traces in OTLP over HTTP; without it, nothing is traced. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress.optional(),
  /** Share of the requests that are traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number from 0 to 1').min(0, 'must be a number from 0 to 1').max(1,
    'must be a number from 0 to 1').default(1),
  /** Maximum number of database connections per process. */
  DATABASE_POOL: z.coerce.number('must be a number').int('must be a whole number').min(2, 'must be at least 2').max(500,
    'must be at most 500').default(10),
  /** External identity provider (Keycloak-shaped); also needs OIDC_CLIENT_ID. */
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  /** Base URL of a SCIM 2.0 directory from which people are synchronised; also needs SCIM_TOKEN. */
  SCIM_URL: webAddress.optional(),
  /** Bearer token for it. */
  SCIM_TOKEN: z.string().max(4000).optional(),
  /**
   * Attribute of a SCIM user with the position level: userType, or urn:…:User:name of an extension; without it levels are maintained
   * here.
   */
  SCIM_POSITION_LEVEL: z.string().max(200).optional(),
  /**
   * Creates the demo company and lists its accounts on the sign-in page; by default on with the embedded database, off with an external
   * one.
   */
  DEMO: switchValue.optional(),
  /** Password of every demo account. */
  DEMO_PASSWORD: z.string().min(6, 'must have 6 to 18 characters').max(18, 'must have 6 to 18 characters').default('Demo@2026'),
  /** Whether the demo company gets two years of documents, created in the background; needs DEMO. */
  DEMO_HISTORY: switchValue.default(true),
  /** Binary logarithm of scrypt's N for new passwords: 17 needs 128 MiB for about half a second, each step twice as much. */
  SCRYPT_COST: z.coerce.number('must be a number').int('must be a whole number').min(14, 'must be at least 14').max(20,
    'must be at most 20').default(17),
  /** The reference day for the dates of the demo company's documents; by default today. */
  DEMO_TODAY: z.iso.date('must be a day such as 2026-03-01').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'must be fatal, error, warn, info, debug, trace or silent').default('info'),
  /** Proxies whose X-Forwarded-* headers are trusted: off, or a comma-separated list of addresses and networks. */
  TRUST_PROXY: z
    .string()
    .transform((value) => (no.includes(value.toLowerCase()) ? [] : value.split(',').map((address) => address.trim()).filter(Boolean)))
    .refine((list) => list.every((address) => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(address)), 'must be off or a list of addresses')
    .default([]),
  /** Maximum number of requests per minute from one network address, which may be shared by a whole office. */
  REQUESTS_PER_MINUTE: z.coerce.number('must be a number').int('must be a whole number').min(60, 'must be at least 60').default(30_000),
  /** The mail server, e.g. smtp://user:password@mail.example.com:587, or smtps://; without it no mail is sent. Also needs MAIL_FROM. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be a smtp or smtps address' }).optional(),
  /** The sender of mails: oa@example.com, or OA <oa@example.com>. */
  MAIL_FROM: z.string().regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be a mail address').optional(),
  /** Webhook for messages to the enterprise chat; without it none are sent. */
  CHAT_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  /** Gateway for short messages: codes are posted to it as JSON { phone, text, code }; without it none are sent. */
  SMS_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  /** Days for a second person to confirm an administrator's proposal in a document that moves money. */
  CONFIRMATION_DAYS: z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1').max(90,
    'must be at most 90').default(7),
  /** URL for booking meetings; without it lists have no such button. */
  MEETING_URL: webAddress.optional(),
  /**
   * URL at which a telephone opens the mini-program; `{businessType}` is replaced by the process. Without it, processes of the
   * mini-program are shown without a code to scan.
   */
  MINI_PROGRAM_URL: webAddress.optional(),
  /**
   * The program that converts Word templates to PDF (soffice); by default an installed one, and without one the product's own print is
   * used.
   */
  LIBREOFFICE_PATH: z.string().max(400).optional(),
  /** Base URL of the gateway to SAP; without it, SAP is not used. Also needs SAP_USER and SAP_PASSWORD. */
  SAP_URL: webAddress.optional(),
  SAP_USER: z.string().max(100).optional(),
  SAP_PASSWORD: z.string().max(400).optional(),
  /**
   * Accounts of other systems that start documents, as JSON: `[{ id, secret, addresses, systems: [{ name, clients }], callbacks,
   * attachmentHosts }]`. They authenticate by client credentials; without it, there are none.
   */
  SERVICE_ACCOUNTS: z.string().transform((text, context) => {
    const parsed = z.array(serviceAccountInput).safeParse(jsonOf(text))
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom',
      message: `must be a JSON list of accounts: ${
        parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', ')
      }` })
    return z.NEVER
  }).default([]),
  /**
   * Base URL of a SAP system used by its own protocols (OData, SOAP); without it, only the gateway is used. Needs one way to
   * authenticate: a user, a client of an authorisation server, or a certificate.
   */
  SAP_SYSTEM_URL: webAddress.optional(),
  SAP_SYSTEM_USER: z.string().max(100).optional(),
  SAP_SYSTEM_PASSWORD: z.string().max(400).optional(),
  SAP_SYSTEM_TOKEN_URL: webAddress.optional(),
  SAP_SYSTEM_CLIENT_ID: z.string().max(400).optional(),
  SAP_SYSTEM_CLIENT_SECRET: z.string().max(400).optional(),
  /** Files with a certificate and its private key, PEM. */
  SAP_SYSTEM_CERTIFICATE: pemFile.refine((pem) => isReadable(() => new X509Certificate(pem)), 'must name a file with a certificate, PEM')
    .optional(),
  SAP_SYSTEM_KEY: pemFile.refine((pem) => isReadable(() => createPrivateKey(pem)), 'must name a file with a private key, PEM').optional(),
  /** The client of the system (`sap-client`). */
  SAP_CLIENT: z.string().regex(/^\d{3}$/, 'must have three digits').optional(),
  /** The language of its messages (`sap-language`). */
  SAP_LANGUAGE: z.string().regex(/^[A-Z]{2}$/, 'must be two letters such as ZH').optional(),
  /** The company code for records without a company. */
  SAP_COMPANY_CODE: z.string().regex(/^[A-Z0-9]{4}$/, 'must have four letters or digits').optional(),
  /** Interfaces by the call that uses them: sap.asset=gateway, sap.purchaseRequisition=API_PURCHASEREQUISITION_2. */
  SAP_INTERFACES: z.string().max(2000).transform((list) => Object.fromEntries(list.split(',').map((pair) => pair.trim().split('='))))
    .refine((chosen) => Object.entries(chosen).every(([call, name]) => /^sap\.\w+$/.test(call) && /^\w+$/.test(String(name))),
      'must be a list such as sap.asset=gateway').optional(),
  /** URL for verifying invoices with the tax authority; without it, none are verified. Also needs INVOICE_CHECK_KEY. */
  INVOICE_CHECK_URL: webAddress.optional(),
  INVOICE_CHECK_KEY: z.string().max(400).optional(),
  /** Secret with which the mail server forwards mails with invoices; without it, none are accepted. */
  INVOICE_MAIL_SECRET: z.string().min(16, 'must have at least 16 characters').max(400).optional(),
  /**
   * A mailbox whose unread mails are searched for invoices, with the folder as its path: imaps://user:password@mail.example.com/INBOX;
   * imap:// demands STARTTLS. Without it, none is read.
   */
  INVOICE_IMAP_URL: z.url({ protocol: /^imaps?$/, error: 'must be an imaps or imap address' })
    .refine((address) => new URL(address).username !== '' && new URL(address).password !== '', 'must name a user and a password')
    .optional(),
  /**
   * Base URL of the chat app’s service for business cards (before `/cards`); also needs CARD_TOKEN. Without it, only people's own cards
   * are updated.
   */
  CARD_URL: webAddress.optional(),
  /** Bearer token for it. */
  CARD_TOKEN: z.string().max(4000).optional(),
  /**
   * An S3-compatible store for attachments instead of the data directory, with the bucket as the path:
   * https://s3.example.com/attachments.
   */
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /**
   * Keys with which numbers of identity documents are sealed in the database, 64 hexadecimal digits each, separated by commas: the first
   * seals, the others open what they sealed before.
   */
  SEALING_KEYS: z.string().transform((text) => text.split(',').map((key) => key.trim())).refine(
    (keys) => keys.every((key) => /^[0-9a-f]{64}$/i.test(key)),
    'must be keys of 64 hexadecimal digits, separated by commas',
  ).default([]),
  /** PostgreSQL server for the integration tests; by default they start an embedded one. */
  TEST_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  /** `all`: also runs slow tests that cover in other ways what other tests cover. */
  TESTS: z.enum(['usual', 'all']).default('usual'),
})

const settings = variables
  .superRefine((value, context) => {
    together(value, ['OIDC_ISSUER', 'OIDC_CLIENT_ID'], context)
    for (const name of ['DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL'] as const)
      if (value[name] !== undefined && value.DATABASE_URL === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'needs DATABASE_URL' })
    together(value, ['SCIM_URL', 'SCIM_TOKEN'], context)
    together(value, ['SMTP_URL', 'MAIL_FROM'], context)
    together(value, ['CARD_URL', 'CARD_TOKEN'], context)
    together(value, ['SAP_URL', 'SAP_USER', 'SAP_PASSWORD'], context)
    together(value, ['SAP_SYSTEM_USER', 'SAP_SYSTEM_PASSWORD'], context)
    together(value, ['SAP_SYSTEM_TOKEN_URL', 'SAP_SYSTEM_CLIENT_ID', 'SAP_SYSTEM_CLIENT_SECRET'], context)
    together(value, ['SAP_SYSTEM_CERTIFICATE', 'SAP_SYSTEM_KEY'], context)
    if (value.SAP_SYSTEM_URL !== undefined && sapSystemOf(value) === undefined)
      context.addIssue({ code: 'custom', path: ['SAP_SYSTEM_URL'],
        message: 'needs SAP_SYSTEM_USER, SAP_SYSTEM_TOKEN_URL or SAP_SYSTEM_CERTIFICATE' })
    together(value, ['INVOICE_CHECK_URL', 'INVOICE_CHECK_KEY'], context)
    together(value, ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], context)
  })
  .transform((value) => ({
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL ?? `http://${value.HOST.includes(':') ? `[${value.HOST}]` : value.HOST}:${value.PORT}`,
    dataDirectory: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    /** Absent without a pooler. */
    databasePooler: poolerOf(value),
    /** Standbys for reads; absent: everything is read from the primary. */
    databaseReplicas: value.DATABASE_REPLICA_URL,
    databasePool: value.DATABASE_POOL,
    processes: value.PROCESSES,
    /** Address of the metrics; absent without metrics. */
    metrics: metricsOf(value),
    /** The collector of traces; absent: nothing is traced. */
    traces: tracesOf(value),
    identityProvider: identityProviderOf(value),
    /** Absent without a directory. */
    peopleDirectory: peopleDirectoryOf(value),
    demo: value.DEMO ?? value.DATABASE_URL === undefined,
    demoPassword: value.DEMO_PASSWORD,
    passwordCost: value.SCRYPT_COST,
    demoToday: value.DEMO_TODAY,
    demoHistory: value.DEMO_HISTORY,
    logLevel: value.LOG_LEVEL,
    /** Empty: no proxy is trusted. */
    trustedProxies: value.TRUST_PROXY,
    requestsPerMinute: value.REQUESTS_PER_MINUTE,
    confirmationDays: value.CONFIRMATION_DAYS,
    mail: value.SMTP_URL && value.MAIL_FROM ? { url: value.SMTP_URL, from: value.MAIL_FROM } : undefined,
    /** The gateway to SAP; absent: none, or the demo's. */
    sap: sapOf(value),
    /** Accounts of other systems that may start documents. */
    serviceAccounts: value.SERVICE_ACCOUNTS,
    /** The SAP system used by its own protocols; absent: none, or the demo's. */
    sapSystem: sapSystemOf(value),
    /** The service that verifies invoices; absent without one. */
    invoiceCheck: value.INVOICE_CHECK_URL && value.INVOICE_CHECK_KEY
      ? { url: value.INVOICE_CHECK_URL, key: value.INVOICE_CHECK_KEY }
      : undefined,
    /** Absent without a mail server for invoices. */
    invoiceMailSecret: value.INVOICE_MAIL_SECRET,
    /** Absent without a mailbox. */
    invoiceMailbox: invoiceMailboxOf(value),
    /** The source of collected business cards; absent: none, or the demo data. */
    cards: cardsOf(value),
    /** The object store of attachments; absent for the data directory. */
    objectStore: objectStoreOf(value),
    chatWebhook: value.CHAT_WEBHOOK_URL,
    smsWebhook: value.SMS_WEBHOOK_URL,
    /** External pages to which the product links. */
    outside: { meetings: value.MEETING_URL, miniProgram: value.MINI_PROGRAM_URL },
    libreOfficePath: value.LIBREOFFICE_PATH,
    /** Empty: nothing is sealed. */
    sealingKeys: value.SEALING_KEYS,
    testDatabaseUrl: value.TEST_DATABASE_URL,
    allTests: value.TESTS === 'all',
  }))

type Variables = z.output<typeof variables>

const poolerOf = ({ DATABASE_POOLER_URL: url, DATABASE_POOLER_PREPARED: prepared }: Variables) =>
  url === undefined ? undefined : { url, prepared }

const identityProviderOf = (
  { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId }: Variables,
) => (issuer && clientId ? { issuer, clientId } : undefined)

const peopleDirectoryOf = (
  { SCIM_URL: url, SCIM_TOKEN: token, SCIM_POSITION_LEVEL: levelAttribute }: Variables,
) => (url && token ? { url, token, levelAttribute } : undefined)

const metricsOf = ({ METRICS_HOST: host, METRICS_PORT: port }: Variables) => (port === undefined ? undefined : { host, port })

const tracesOf = (
  { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: Variables,
) => (endpoint === undefined ? undefined : { endpoint, share })

function invoiceMailboxOf({ INVOICE_IMAP_URL: address }: Variables) {
  if (address === undefined) return undefined
  const { protocol, hostname, port, username, password, pathname } = new URL(address)
  const isEncrypted = protocol === 'imaps:'
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: port === '' ? (isEncrypted ? 993 : 143) : Number(port), isEncrypted,
    user: decodeURIComponent(username), password: decodeURIComponent(password), folder: decodeURIComponent(pathname.slice(1)) || 'INBOX' }
}

const cardsOf = ({ CARD_URL: url, CARD_TOKEN: token }: Variables) => (url && token ? { url, token } : undefined)

const sapOf = (
  { SAP_URL: url, SAP_USER: user, SAP_PASSWORD: password }: Variables,
) => (url && user && password ? { url, user, password } : undefined)

/** A system with one way to authenticate: the certificate takes precedence over the client, and the client over the user. */
function sapSystemOf(value: Variables) {
  const { SAP_SYSTEM_URL: url, SAP_CLIENT: client, SAP_LANGUAGE: language, SAP_COMPANY_CODE: companyCode, SAP_INTERFACES: chosen = {} } =
    value
  const signIn = sapSignInOf(value)
  return url && signIn ? { url, signIn, client, language, companyCode, chosen: chosen as Readonly<Record<string, string>> } : undefined
}

function sapSignInOf(
  { SAP_SYSTEM_USER: user, SAP_SYSTEM_PASSWORD: password, SAP_SYSTEM_TOKEN_URL: tokenUrl, SAP_SYSTEM_CLIENT_ID: clientId,
    SAP_SYSTEM_CLIENT_SECRET: clientSecret, SAP_SYSTEM_CERTIFICATE: certificate, SAP_SYSTEM_KEY: privateKey }: Variables,
) {
  if (certificate && privateKey) return { certificate, privateKey }
  if (tokenUrl && clientId && clientSecret) return { tokenUrl, clientId, clientSecret }
  return user && password ? { user, password } : undefined
}

const objectStoreOf = (
  { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }: Variables,
) => (endpoint && accessKeyId && secretAccessKey ? { endpoint, region, accessKeyId, secretAccessKey } : undefined)

function together(value: Variables, names: readonly (keyof Variables)[], context: z.RefinementCtx) {
  const missing = names.filter((name) => value[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return
  for (const name of missing)
    context.addIssue({ code: 'custom', path: [name],
      message: `is needed together with ${names.filter((other) => other !== name).join(', ')}` })
}
