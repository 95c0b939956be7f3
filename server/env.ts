import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'

/** Every setting of the product, typed; nothing else reads the process environment. */
export type Env = Readonly<z.output<typeof settings>>

/**
 * Reads and checks the settings. An empty value counts as absent.
 * @throws SettingError naming every variable with a wrong value.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = settings.safeParse(filled)
  if (!parsed.success) throw new SettingError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  return Object.freeze(parsed.data)
}

/** One or more environment variables have a wrong value; the message names them. */
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

const processCount = 'must be auto or a number from 1 to 32'

const variables = z.object({
  /** TCP port of the HTTP server. */
  PORT: z.coerce.number('must be a port number').int('must be a port number').min(0, 'must be a port number').max(65_535,
    'must be a port number').default(8080),
  /** Address to listen on; 0.0.0.0 or :: to be reachable from other machines. */
  HOST: z.string().default('127.0.0.1'),
  /** The address that browsers use, as in links of mails and in tokens; without it http://HOST:PORT. */
  PUBLIC_URL: webAddress.optional(),
  /** Folder of the embedded database and the attachments. */
  DATA_DIR: z.string().default('./data'),
  /** An external PostgreSQL instead of the embedded one. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  /** Server processes behind the port; `auto` is one for each core. */
  PROCESSES: z.preprocess((value) => (value === 'auto' ? availableParallelism() : value),
    z.coerce.number(processCount).int(processCount).min(1, processCount).max(32, processCount)).default(1),
  /** Connections that one process of the product may hold. */
  DATABASE_POOL: z.coerce.number('must be a number').int('must be a whole number').min(2, 'must be at least 2').max(500,
    'must be at most 500').default(10),
  /** External identity provider (Keycloak-shaped); needs OIDC_CLIENT_ID too. */
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  /** Base address of a SCIM 2.0 directory that people are synchronised from; needs SCIM_TOKEN too. */
  SCIM_URL: webAddress.optional(),
  /** Bearer token for it. */
  SCIM_TOKEN: z.string().max(4000).optional(),
  /**
   * Attribute of a SCIM user that holds the position level: userType, or urn:…:User:name of an extension; without it levels are kept here.
   */
  SCIM_POSITION_LEVEL: z.string().max(200).optional(),
  /** Seeds the demo company and lists its accounts at login; on with the embedded database, off with an external one. */
  DEMO: switchValue.optional(),
  /** Password of every demo account. */
  DEMO_PASSWORD: z.string().min(6, 'must have 6 to 18 characters').max(18, 'must have 6 to 18 characters').default('Demo@2026'),
  /** Gives the demo company two years of documents in the background; on with DEMO. */
  DEMO_HISTORY: switchValue.default(true),
  /** The day that the demo company's documents are dated around; without it today. */
  DEMO_TODAY: z.iso.date('must be a day such as 2026-03-01').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'must be fatal, error, warn, info, debug, trace or silent').default('info'),
  /** Proxies whose X-Forwarded-* headers count: off, or a comma-separated list of addresses and networks. */
  TRUST_PROXY: z
    .string()
    .transform((value) => (no.includes(value.toLowerCase()) ? [] : value.split(',').map((address) => address.trim()).filter(Boolean)))
    .refine((list) => list.every((address) => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(address)), 'must be off or a list of addresses')
    .default([]),
  /** Requests that one network address may send in a minute; a whole office may stand behind one. */
  REQUESTS_PER_MINUTE: z.coerce.number('must be a number').int('must be a whole number').min(60, 'must be at least 60').default(30_000),
  /** The mail server, e.g. smtp://user:password@mail.example.com:587, or smtps://; without it no mail is sent. Needs MAIL_FROM too. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be a smtp or smtps address' }).optional(),
  /** The sender of mails: oa@example.com, or OA <oa@example.com>. */
  MAIL_FROM: z.string().regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be a mail address').optional(),
  /** The address that messages to the enterprise chat are posted to; without it none are. */
  CHAT_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  /** A gateway for short messages: codes are posted to it as JSON { phone, text, code }; without it none are sent. */
  SMS_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  /** Days within which a second person confirms what an administrator proposes for a document that moves money. */
  CONFIRMATION_DAYS: z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1').max(90,
    'must be at most 90').default(7),
  /** The address where meetings are booked; without it lists offer no such button. */
  MEETING_URL: webAddress.optional(),
  /**
   * The address at which a telephone opens the mini-program; `{businessType}` stands for the process. Without it, what is done there only
   * shows no code to scan.
   */
  MINI_PROGRAM_URL: webAddress.optional(),
  /** The program that makes PDF of Word templates (soffice); without it, an installed one, and without that the product's own print. */
  LIBREOFFICE_PATH: z.string().max(400).optional(),
  /** Base address of the gateway to SAP; without it, nothing is asked of SAP. Needs SAP_USER and SAP_PASSWORD too. */
  SAP_URL: webAddress.optional(),
  SAP_USER: z.string().max(100).optional(),
  SAP_PASSWORD: z.string().max(400).optional(),
  /** The address at which invoices are verified with the tax authority; without it, none are. Needs INVOICE_CHECK_KEY too. */
  INVOICE_CHECK_URL: webAddress.optional(),
  INVOICE_CHECK_KEY: z.string().max(400).optional(),
  /** The secret with which the mail server hands over mails with invoices; without it, none are taken. */
  INVOICE_MAIL_SECRET: z.string().min(16, 'must have at least 16 characters').max(400).optional(),
  /**
   * A mailbox whose unread mails are read for invoices, with the folder as its path: imaps://user:password@mail.example.com/INBOX; imap://
   * demands STARTTLS. Without it, none is read.
   */
  INVOICE_IMAP_URL: z.url({ protocol: /^imaps?$/, error: 'must be an imaps or imap address' })
    .refine((address) => new URL(address).username !== '' && new URL(address).password !== '', 'must name a user and a password')
    .optional(),
  /**
   * Base address of the chat app’s service for business cards (before `/cards`); needs CARD_TOKEN too. Without it, only one’s own card is
   * brought up to date.
   */
  CARD_URL: webAddress.optional(),
  /** Bearer token for it. */
  CARD_TOKEN: z.string().max(4000).optional(),
  /**
   * An S3-compatible store for attachments instead of the data directory, with the bucket as its path: https://s3.example.com/attachments.
   */
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** PostgreSQL server for the integration tests instead of an embedded one of their own. */
  TEST_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  /** `all`: tests that take long and repeat in other ways what others have shown run, too. */
  TESTS: z.enum(['usual', 'all']).default('usual'),
})

const settings = variables
  .superRefine((value, context) => {
    together(value, ['OIDC_ISSUER', 'OIDC_CLIENT_ID'], context)
    together(value, ['SCIM_URL', 'SCIM_TOKEN'], context)
    together(value, ['SMTP_URL', 'MAIL_FROM'], context)
    together(value, ['CARD_URL', 'CARD_TOKEN'], context)
    together(value, ['SAP_URL', 'SAP_USER', 'SAP_PASSWORD'], context)
    together(value, ['INVOICE_CHECK_URL', 'INVOICE_CHECK_KEY'], context)
    together(value, ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], context)
  })
  .transform((value) => ({
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL ?? `http://${value.HOST.includes(':') ? `[${value.HOST}]` : value.HOST}:${value.PORT}`,
    dataDirectory: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    processes: value.PROCESSES,
    identityProvider: identityProviderOf(value),
    /** Absent: people are kept here only. */
    peopleDirectory: peopleDirectoryOf(value),
    demo: value.DEMO ?? value.DATABASE_URL === undefined,
    demoPassword: value.DEMO_PASSWORD,
    demoToday: value.DEMO_TODAY,
    demoHistory: value.DEMO_HISTORY,
    logLevel: value.LOG_LEVEL,
    /** Empty: no proxy is trusted. */
    trustedProxies: value.TRUST_PROXY,
    requestsPerMinute: value.REQUESTS_PER_MINUTE,
    confirmationDays: value.CONFIRMATION_DAYS,
    mail: value.SMTP_URL && value.MAIL_FROM ? { url: value.SMTP_URL, from: value.MAIL_FROM } : undefined,
    /** The gateway to SAP; absent: there is none, or the demonstration's. */
    sap: sapOf(value),
    /** The service that verifies invoices; absent: they are not verified. */
    invoiceCheck: value.INVOICE_CHECK_URL && value.INVOICE_CHECK_KEY
      ? { url: value.INVOICE_CHECK_URL, key: value.INVOICE_CHECK_KEY }
      : undefined,
    /** Absent: invoices do not come by mail. */
    invoiceMailSecret: value.INVOICE_MAIL_SECRET,
    /** Absent: no mailbox is read. */
    invoiceMailbox: invoiceMailboxOf(value),
    /** The source of collected business cards; absent: none, or the demonstration's. */
    cards: cardsOf(value),
    /** The store of attachments, if not in the data directory. */
    objectStore: objectStoreOf(value),
    chatWebhook: value.CHAT_WEBHOOK_URL,
    smsWebhook: value.SMS_WEBHOOK_URL,
    /** Places outside of the product that its pages lead to. */
    outside: { meetings: value.MEETING_URL, miniProgram: value.MINI_PROGRAM_URL },
    libreOfficePath: value.LIBREOFFICE_PATH,
    testDatabaseUrl: value.TEST_DATABASE_URL,
    allTests: value.TESTS === 'all',
  }))

type Variables = z.output<typeof variables>

const identityProviderOf = (
  { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId }: Variables,
) => (issuer && clientId ? { issuer, clientId } : undefined)

const peopleDirectoryOf = (
  { SCIM_URL: url, SCIM_TOKEN: token, SCIM_POSITION_LEVEL: levelAttribute }: Variables,
) => (url && token ? { url, token, levelAttribute } : undefined)

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
