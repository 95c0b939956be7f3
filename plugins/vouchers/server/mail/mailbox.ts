import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host, SyncSource } from '#server/host.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { syncRuns } from '#server/sync-log/sync-runs.ts'
import cn from '../../locales/cn.ts'
import en from '../../locales/en.ts'
import { type FetchedMail, type MailboxSettings, type OpenMailbox, openMailbox } from './imap.ts'
import { largestMail, type MailOutcome, receiveMail, refuseMail } from './receive.ts'
import './tables.ts'

/** Mails that one reading takes; the others come with the next. */
const mostMails = 50
/** Bytes of a mail that is not taken: enough to tell whose it is. */
const headBytes = 64 * 1024
/** Readings that try a mail before it counts as unreadable. */
const mostAttempts = 3
/** Milliseconds for which a reader that says nothing is thought to be alive; longer than one mail takes. */
const leaseTime = 5 * 60_000
/** Milliseconds until a mailbox that failed is tried again: twice as long each time, an hour at most. */
const firstWait = 60_000
const longestWait = 60 * 60_000

/** The outcome of one mail; `refused`: its sender was notified, `failed`: it could not be read and its sender is not known. */
type Outcome = MailOutcome['outcome'] | 'refused' | 'failed'

interface ReadingOptions {
  /** The person who asked for it; without one it waits while the mailbox failed lately. */
  readonly by?: string
  readonly signal?: AbortSignal
}

/**
 * Reads the unread mails of the mailbox of the settings and takes each as the mail server's call does. A mail is marked as read once what
 * came of it is in the database, so that nothing that breaks in between loses it or takes it twice. One reader at a time, whatever
 * processes there are; what came, and what failed, stands in the log of synchronisations.
 */
export async function readMailbox(host: Host, { by, signal }: ReadingOptions = {}): Promise<void> {
  const settings = host.env.invoiceMailbox
  if (!settings) return
  const name = nameOf(settings)
  const before = await lease(host, name, by !== undefined)
  if (!before) return
  const outcomes: Outcome[] = []
  const failure = await readInto(outcomes, host, { settings, name, signal }).then(() => undefined, (error: unknown) => {
    host.log.warn({ err: error }, 'the mailbox of invoices could not be read')
    return failureCode(error)
  })
  await release(host, name, failure === undefined ? 0 : before.failures + 1)
  const line = { by, outcomes, failure }
  if (before.failures > 0 || saysSomething(line)) await writeLine(host, line)
}

/** User, server and folder; a mailbox that the settings exchange begins anew. */
const nameOf = ({ user, host, port, folder }: MailboxSettings): string => `${user}@${host}:${port}/${folder}`

interface Reading {
  readonly settings: MailboxSettings
  readonly name: string
  readonly signal: AbortSignal | undefined
}

async function readInto(outcomes: Outcome[], host: Host, { settings, name, signal }: Reading): Promise<void> {
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

/** A mail by what it is known by: ids count within a mailbox as long as its validity stays. */
interface MailKey {
  readonly mailbox: string
  readonly uid_validity: string
  readonly uid: string
}

/** @returns undefined for a mail that is gone, was taken before, or has to wait for the next reading */
async function takeMail(host: Host, mailbox: OpenMailbox, key: MailKey): Promise<Outcome | undefined> {
  const uid = Number(key.uid)
  const known = await ofMail(host.db, key).select('outcome').executeTakeFirst()
  if (known?.outcome) return void (await mailbox.markRead(uid))
  const mail = await mailbox.fetch(uid, largestMail)
  if (!mail) return undefined
  const outcome = await outcomeOf(host, key, mail)
  if (outcome !== undefined) await mailbox.markRead(uid)
  return outcome
}

async function outcomeOf(host: Host, key: MailKey, { size, bytes }: FetchedMail): Promise<Outcome | undefined> {
  const attempts = await attempt(host, key)
  const refuse = (code: string) => refuseOnce(host, key, { head: bytes.subarray(0, headBytes), code })
  if (size > largestMail) return refuse('vouchers.tooLarge')
  if (attempts > mostAttempts) return refuse('vouchers.mailFailed')
  try {
    const { outcome } = await receiveMail(host, bytes)
    await keepOutcome(host.db, key, { outcome, at: host.clock.now() })
    return outcome
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code !== 'vouchers.mailFailed') await attempt(host, key, -1)
    else if (attempts >= mostAttempts) return refuse(error.code)
    return undefined
  }
}

/** Tells the sender that the whole mail is not taken, once. */
async function refuseOnce(host: Host, key: MailKey, refusal: { readonly head: Uint8Array; readonly code: string }): Promise<Outcome> {
  const at = host.clock.now()
  const isNotified = await refuseMail(host, { ...refusal, at }, (db, outcome) => keepOutcome(db, key, { outcome, at }))
  return isNotified ? 'refused' : 'failed'
}

const ofMail = (db: Db, { mailbox, uid_validity: validity, uid }: MailKey) =>
  db.selectFrom('mailbox_mail').where('mailbox', '=', mailbox).where('uid_validity', '=', validity).where('uid', '=', uid)

/** Counts an attempt before the mail is looked into, so that one that ends the process is given up in time. @returns how many there were */
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

/** Takes the mailbox, unless somebody reads it or it is not yet to be tried again. */
async function lease({ db, clock }: Host, mailbox: string, isForced: boolean): Promise<{ readonly failures: number } | undefined> {
  const at = clock.now()
  const until = new Date(at.getTime() + leaseTime)
  return db.insertInto('invoice_mailbox').values({ mailbox, read_until: until, failures: 0, retry_at: at })
    .onConflict((conflict) =>
      conflict.column('mailbox').doUpdateSet({ read_until: until }).where('invoice_mailbox.read_until', '<=', at)
        .where('invoice_mailbox.retry_at', '<=', isForced ? sql<Date>`'infinity'` : at)
    ).returning('failures').executeTakeFirst()
}

const renew = async ({ db, clock }: Host, mailbox: string): Promise<void> =>
  void (await db.updateTable('invoice_mailbox').set({ read_until: new Date(clock.now().getTime() + leaseTime) })
    .where('mailbox', '=', mailbox).execute())

async function release({ db, clock }: Host, mailbox: string, failures: number): Promise<void> {
  const at = clock.now()
  const wait = failures === 0 ? 0 : Math.min(longestWait, firstWait * 2 ** Math.min(failures - 1, 10))
  await db.updateTable('invoice_mailbox').set({ read_until: at, failures, retry_at: new Date(at.getTime() + wait) })
    .where('mailbox', '=', mailbox).execute()
}

type MailboxCode = Extract<keyof typeof cn, `vouchers.mailbox.${string}`>

interface ReadingLine {
  readonly by: string | undefined
  readonly outcomes: readonly Outcome[]
  readonly failure: MailboxCode | undefined
}

const saysSomething = ({ by, outcomes, failure }: ReadingLine): boolean => by !== undefined || outcomes.length > 0 || failure !== undefined

async function writeLine(host: Host, { by, outcomes, failure }: ReadingLine): Promise<void> {
  const runs = syncRuns(host)
  const run = await runs.start('INVOICE_MAIL', by ?? null)
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

/** Reads the mailbox every minute, where one is set up. */
export const mailboxReading: Job = { name: 'readInvoiceMailbox', every: minutes(1),
  run: ({ host, signal }) => readMailbox(host, { signal }) }

/** For the log of synchronisations, where it may be asked for again. */
export const mailboxSource: SyncSource = { kind: 'INVOICE_MAIL', cn: '发票邮箱', en: 'Mailbox of invoices',
  isConfigured: ({ invoiceMailbox }) => invoiceMailbox !== undefined, run: (host, by) => readMailbox(host, { by }) }
