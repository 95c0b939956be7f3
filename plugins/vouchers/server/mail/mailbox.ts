import type { ImapFlow } from 'imapflow'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host, SyncSource } from '#server/host.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { syncRuns } from '#server/sync-log/sync-runs.ts'
import type { Env } from '#server/env.ts'
import { cn, en } from '../../texts.ts'
import { headBytes, largestMail, type MailOutcome, receiveMail, refuseMail, spooled, type SpooledMail } from './receive.ts'
import type { InvoiceMailboxTable } from '../tables.ts'
import type { VoucherHost } from '../voucher-reader.ts'

/** Maximum number of mails per run. */
const mostMails = 50
/** Attempts after which a mail is given up as unreadable. */
const mostAttempts = 3
/** Duration of the mailbox lease in ms; longer than processing one mail takes. */
const leaseTime = 5 * 60_000
/** Backoff after a failed connection in ms: doubles with each failure, up to an hour. */
const firstWait = 60_000
const longestWait = 60 * 60_000

/** Outcome of one mail; `refused`: its sender was notified, `failed`: unreadable, sender unknown. */
type Outcome = MailOutcome['outcome'] | 'refused' | 'failed'

/**
 * Processes the unread mails of the configured mailbox like those delivered over HTTP. A mail is marked as read after its outcome was
 * committed, so an interruption neither loses nor repeats it. A lease allows one reader at a time across processes; results and failures
 * are written to the synchronisation log.
 */
export async function readMailbox(host: VoucherHost, signal?: AbortSignal): Promise<void> {
  const settings = host.env.invoiceMailbox
  if (!settings) return
  const name = nameOf(settings)
  const before = await lease(host, name)
  if (!before) return
  const outcomes: Outcome[] = []
  const failure = await readInto(outcomes, host, { settings, name, signal }).then(() => undefined, (error: unknown) => {
    host.log.warn({ err: error }, 'the mailbox of invoices could not be read')
    return failureCode(error)
  })
  await release(host, name, { failures: failure === undefined ? 0 : before.failures + 1, asked_run: before.asked_run })
  const line = { run: before.asked_run, outcomes, failure }
  if (before.failures > 0 || saysSomething(line)) await writeLine(host, line)
}

/** Requests an immediate run by the job, with a new entry in the synchronisation log; a pending request is shared. */
export async function askForReading(host: Host, by: string): Promise<void> {
  const settings = host.env.invoiceMailbox
  if (!settings) return
  const at = host.clock.now()
  await transaction(host.db, async (db) => {
    const [mailbox] = await db.insertInto('invoice_mailbox').values({ mailbox: nameOf(settings), read_until: at, failures: 0,
      retry_at: at })
      .onConflict((conflict) => conflict.column('mailbox').doUpdateSet({ retry_at: at })).returning(['mailbox', 'asked_run']).execute()
    if (!mailbox || mailbox.asked_run !== null) return
    const run = await syncRuns({ db, clock: host.clock }).start('INVOICE_MAIL', by)
    await db.updateTable('invoice_mailbox').set({ asked_run: run }).where('mailbox', '=', mailbox.mailbox).execute()
  })
}

/** Identity of a mailbox: user, server and folder; a changed configuration starts anew. */
const nameOf = ({ user, host, port, folder }: MailboxSettings): string => `${user}@${host}:${port}/${folder}`

interface Reading {
  readonly settings: MailboxSettings
  readonly name: string
  readonly signal: AbortSignal | undefined
}

async function readInto(outcomes: Outcome[], host: VoucherHost, { settings, name, signal }: Reading): Promise<void> {
  const mailbox = await openMailbox(settings)
  try {
    for (const uid of (await mailbox.unread()).slice(0, mostMails)) {
      if (signal?.aborted) return
      const outcome = await takeMail(host, mailbox, { mailbox: name, uid_validity: mailbox.uidValidity, uid: String(uid) })
      if (outcome !== undefined) outcomes.push(outcome)
      await renew(host, name)
    }
  } finally {
    await mailbox.close()
  }
}

/** Identity of a mail; its uid is unique within a mailbox for one UIDVALIDITY. */
interface MailKey {
  readonly mailbox: string
  readonly uid_validity: string
  readonly uid: string
}

/** Processes a mail. @returns undefined for a mail that was deleted, already processed, or has to wait for the next run */
async function takeMail(host: VoucherHost, mailbox: OpenMailbox, key: MailKey): Promise<Outcome | undefined> {
  const uid = Number(key.uid)
  const known = await ofMail(host.db, key).select('outcome').executeTakeFirst()
  if (known?.outcome) return void (await mailbox.markRead(uid))
  const mail = await mailbox.fetch(uid)
  if (!mail) return undefined
  const outcome = await outcomeOf(host, key, mail)
  if (outcome !== undefined) await mailbox.markRead(uid)
  return outcome
}

async function outcomeOf(host: VoucherHost, key: MailKey, { size, head, pieces }: FetchedMail): Promise<Outcome | undefined> {
  const attempts = await attempt(host, key)
  const refuse = (code: string) => refuseOnce(host, key, { head, code })
  if (size > largestMail) return refuse('vouchers.tooLarge')
  if (attempts > mostAttempts) return refuse('vouchers.mailFailed')
  try {
    const received = await spooled(pieces(), async (mail: SpooledMail) => mail.isTooLarge ? undefined : receiveMail(host, mail))
    if (!received) return refuse('vouchers.tooLarge')
    const { outcome } = received
    await keepOutcome(host.db, key, { outcome, at: host.clock.now() })
    return outcome
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code !== 'vouchers.mailFailed') await attempt(host, key, -1)
    else if (attempts >= mostAttempts) return refuse(error.code)
    return undefined
  }
}

/** Notifies the sender, once, that the mail was rejected as a whole. */
async function refuseOnce(host: Host, key: MailKey, refusal: { readonly head: Uint8Array; readonly code: string }): Promise<Outcome> {
  const at = host.clock.now()
  const isNotified = await refuseMail(host, { ...refusal, at }, (db, outcome) => keepOutcome(db, key, { outcome, at }))
  return isNotified ? 'refused' : 'failed'
}

const ofMail = (db: Db, { mailbox, uid_validity: validity, uid }: MailKey) =>
  db.selectFrom('mailbox_mail').where('mailbox', '=', mailbox).where('uid_validity', '=', validity).where('uid', '=', uid)

/** Counts an attempt before processing, so that a mail that crashes the process is eventually given up. @returns the number of attempts */
async function attempt({ db, clock }: Host, key: MailKey, change = 1): Promise<number> {
  const { attempts } = await db.insertInto('mailbox_mail').values({ ...key, attempts: change, at: clock.now() })
    .onConflict((conflict) =>
      conflict.columns(['mailbox', 'uid_validity', 'uid']).doUpdateSet({ attempts: sql`mailbox_mail.attempts + ${change}` })
    ).returning('attempts').executeTakeFirstOrThrow()
  return attempts
}

/** @returns whether it had no outcome before */
async function keepOutcome(db: Db, key: MailKey, { outcome, at }: { readonly outcome: Outcome; readonly at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('mailbox_mail').set({ outcome, at }).where('mailbox', '=', key.mailbox)
    .where('uid_validity', '=', key.uid_validity).where('uid', '=', key.uid).where('outcome', 'is', null).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Acquires the lease of the mailbox; undefined if another reader holds it or the backoff has not elapsed. */
async function lease({ db, clock }: Host, mailbox: string): Promise<Pick<InvoiceMailboxTable, 'failures'> & RequestedRun | undefined> {
  const at = clock.now()
  const until = new Date(at.getTime() + leaseTime)
  return db.insertInto('invoice_mailbox').values({ mailbox, read_until: until, failures: 0, retry_at: at })
    .onConflict((conflict) =>
      conflict.column('mailbox').doUpdateSet({ read_until: until }).where('invoice_mailbox.read_until', '<=', at)
        .where('invoice_mailbox.retry_at', '<=', at)
    ).returning(['failures', 'asked_run']).executeTakeFirst()
}

interface RequestedRun {
  readonly asked_run: string | null
}

const renew = async ({ db, clock }: Host, mailbox: string): Promise<void> =>
  void (await db.updateTable('invoice_mailbox').set({ read_until: new Date(clock.now().getTime() + leaseTime) })
    .where('mailbox', '=', mailbox).execute())

/** Releases the lease; a run requested meanwhile is due immediately. */
async function release({ db, clock }: Host, mailbox: string,
  { failures, asked_run: done }: { readonly failures: number } & RequestedRun): Promise<void> {
  const at = clock.now()
  const wait = failures === 0 ? 0 : Math.min(longestWait, firstWait * 2 ** Math.min(failures - 1, 10))
  const isDone = sql<boolean>`asked_run is not distinct from ${done}`
  await db.updateTable('invoice_mailbox').set({ read_until: at, failures,
    retry_at: sql<Date>`case when ${isDone} then ${new Date(at.getTime() + wait)}::timestamptz else ${at}::timestamptz end`,
    asked_run: sql<string | null>`case when ${isDone} then null else asked_run end` }).where('mailbox', '=', mailbox).execute()
}

type MailboxCode = Extract<keyof typeof cn, `vouchers.mailbox.${string}`>

interface ReadingLine {
  /** Id of the log entry created by the request; null for a scheduled run. */
  readonly run: string | null
  readonly outcomes: readonly Outcome[]
  readonly failure: MailboxCode | undefined
}

const saysSomething = ({ run, outcomes, failure }: ReadingLine): boolean => run !== null || outcomes.length > 0 || failure !== undefined

async function writeLine(host: Host, { run: asked, outcomes, failure }: ReadingLine): Promise<void> {
  const runs = syncRuns(host)
  const run = asked ?? await runs.start('INVOICE_MAIL')
  const count = (counted: Outcome) => outcomes.filter((outcome) => outcome === counted).length
  const failed = count('failed')
  const notes = [...(failure === undefined ? [] : noted(failure, 1)), ...noted('vouchers.mailbox.strangers', count('unknownSender')),
    ...noted('vouchers.mailbox.refused', count('refused')), ...noted('vouchers.mailbox.failed', failed)]
  await runs.finish(run, { result: failure === undefined && failed === 0 ? 'SUCCESS' : 'FAILURE', total: outcomes.length,
    success: count('taken') + count('repeated'), failed, message: notes.length === 0 ? null : joined(notes) })
}

const joined = (notes: readonly Label[]): string =>
  bilingual({ cn: notes.map((note) => note.cn).join('；'), en: notes.map((note) => note.en).join('; ') })

const noted = (code: MailboxCode, count: number): readonly Label[] =>
  count === 0 ? [] : [{ cn: cn[code].replace('{count}', String(count)), en: en[code].replace('{count}', String(count)) }]

function failureCode(failure: unknown): MailboxCode {
  const { authenticationFailed, mailboxMissing } = failure as { authenticationFailed?: unknown; mailboxMissing?: unknown }
  if (authenticationFailed === true) return 'vouchers.mailbox.signIn'
  return mailboxMissing === true ? 'vouchers.mailbox.folder' : 'vouchers.mailbox.away'
}

/** Job that reads the mailbox every minute; a no-op if none is configured. */
export const mailboxReading = (readers: VoucherHost['readers']): Job => ({ name: 'readInvoiceMailbox', every: minutes(1),
  run: ({ host, signal }) => readMailbox({ ...host, readers }, signal) })

/** Source in the synchronisation log; administrators can request a run there. */
export const mailboxSource: SyncSource = { kind: 'INVOICE_MAIL', cn: '发票邮箱', en: 'Mailbox of invoices',
  isConfigured: ({ invoiceMailbox }) => invoiceMailbox !== undefined, run: askForReading }

/** Connection settings of the invoice mailbox. */
type MailboxSettings = NonNullable<Env['invoiceMailbox']>

/** A mail of an open mailbox. */
interface FetchedMail {
  /** Bytes that the server says it has. */
  readonly size: number
  readonly head: Uint8Array
  /** The whole of it, fetched piece by piece. */
  pieces(): AsyncIterable<Uint8Array>
}

/** An open IMAP folder. Calls reject if the connection breaks. */
interface OpenMailbox {
  /** UIDVALIDITY of IMAP: uids are stable as long as it does not change. */
  readonly uidValidity: string
  /** Uids of unread mails, oldest first. */
  unread(): Promise<readonly number[]>
  /** Fetches a mail without marking it as read; undefined if it was deleted. */
  fetch(uid: number): Promise<FetchedMail | undefined>
  markRead(uid: number): Promise<void>
  /** Ends the connection in any state. */
  close(): Promise<void>
}

/** Bytes of a mail that are fetched at once. */
const pieceBytes = 1024 * 1024

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

/** Connects and opens the configured folder. @throws Error if the server is unreachable or refuses */
export async function openMailbox({ host, port, isEncrypted, user, password, folder }: MailboxSettings): Promise<OpenMailbox> {
  const { ImapFlow } = await import('imapflow')
  // unencrypted passwords only to the loopback address
  const encryption = !isEncrypted && !loopback.has(host) && { doSTARTTLS: true }
  const client = new ImapFlow({ host, port, secure: isEncrypted, auth: { user, pass: password }, logger: false, disableAutoIdle: true,
    ...encryption, ...timeouts })
  // later failures reject the pending call; without a listener they would crash the process
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { uidValidity } = await client.mailboxOpen(folder)
    return {
      uidValidity: String(uidValidity),
      unread: async () => answered(await client.search({ seen: false }, { uid: true })).toSorted((one, other) => one - other),
      fetch: (uid) => fetchedMail(client, uid),
      markRead: async (uid) => void answered(await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })),
      close: () => closed(client),
    }
  } catch (error) {
    client.close()
    throw error
  }
}

async function fetchedMail(client: ImapFlow, uid: number): Promise<FetchedMail | undefined> {
  const part = async (start: number, maxLength: number) => {
    const mail = await client.fetchOne(String(uid), { uid: true, size: true, source: { start, maxLength } }, { uid: true })
    if (!client.usable) throw new Error('The connection broke')
    return mail && mail.source ? { size: mail.size ?? mail.source.length, bytes: mail.source } : undefined
  }
  const first = await part(0, headBytes)
  if (!first) return undefined
  return {
    size: first.size,
    head: first.bytes,
    async *pieces() {
      yield first.bytes
      for (let at = first.bytes.length, isWhole = at < headBytes; !isWhole && at <= largestMail;) {
        const piece = (await part(at, pieceBytes))?.bytes ?? new Uint8Array()
        yield piece
        at += piece.length
        isWhole = piece.length < pieceBytes
      }
    },
  }
}

/** Unwraps a result of the IMAP client, which is false if the server refused or the connection broke. @throws Error in that case */
function answered<Answer>(answer: Answer | false | undefined): Answer {
  if (answer === false || answer === undefined) throw new Error('The mail server refused, or the connection broke')
  return answer
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

async function closed(client: { readonly usable: boolean; logout(): Promise<unknown>; close(): void }): Promise<void> {
  if (client.usable) await client.logout().catch(() => undefined)
  client.close()
}
