import { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { storageOf } from '#server/attachments/storage/storage.ts'
import { upload } from '#server/attachments/upload.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { notify } from '#server/messages/notify.ts'
import { WorkerBusy, workerQueue } from '#server/concurrency/worker-queue.ts'
import { usesOfInvoices } from '#plugins/forms/server/public-api.ts'
import '../tables.ts'
import { invoiceMail } from '../../message-kinds.ts'
import { keepReading } from '../kept/readings.ts'
import { addToPool, type PoolAddition } from '../pool/pool.ts'
import type { IncomingFile } from '../reading/read.ts'
import type { VoucherHost } from '../voucher-reader.ts'
import { readerVersion, readVouchers } from '../reading/reader.ts'
import type { FileReading, Voucher } from '../reading/voucher.ts'
import { answerParameters, type ParsedMail, type RefusedFile } from './parse.ts'
import type { MailQuestion } from './worker.ts'

/** A mail beyond this is refused before it is taken apart, bytes. */
export const largestMail = 30 * 1024 * 1024

/** Bytes of a mail that is not taken: enough to tell whose it is. */
export const headBytes = 64 * 1024

/** A mail that lies on the disk of this machine while it is read. */
export interface SpooledMail {
  readonly path: string
  /** Hexadecimal. */
  readonly sha256: string
  readonly head: Uint8Array
  /** It has more than {@link largestMail}: what lies beyond was not kept. */
  readonly isTooLarge: boolean
}

/** Puts a mail on the disk as it comes, piece by piece, for as long as somebody works with it. */
export async function spooled<Result>(pieces: AsyncIterable<Uint8Array>, work: (mail: SpooledMail) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'office-mail-'))
  try {
    const path = join(folder, 'mail.eml')
    const hash = createHash('sha256')
    const beginning: Uint8Array[] = []
    let size = 0
    const kept = async function*() {
      for await (const piece of pieces) {
        if (size < headBytes) beginning.push(Uint8Array.from(piece.subarray(0, headBytes - size)))
        size += piece.length
        // read to its end: whoever sends it waits for that
        if (size > largestMail) continue
        hash.update(piece)
        yield piece
      }
    }
    await pipeline(Readable.from(kept()), createWriteStream(path, { mode: 0o600 }))
    return await work({ path, sha256: hash.digest('hex'), head: Buffer.concat(beginning), isTooLarge: size > largestMail })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Result of a mail. Unknown senders get no reply. */
export interface MailOutcome {
  readonly outcome: 'taken' | 'repeated' | 'unknownSender'
  readonly taken: number
  readonly refused: number
}

interface MailOwner {
  readonly id: string
  readonly name: string
}

const nothing = { taken: 0, refused: 0 }

/** Adds the invoices of a mail to its sender's pool, idempotent, and notifies the sender. @throws Refused if the mail cannot be parsed */
export async function receiveMail(host: VoucherHost, { path, sha256 }: Pick<SpooledMail, 'path' | 'sha256'>): Promise<MailOutcome> {
  const { messageId, from, subject, files, unopened, leftOut } = await readMail({ path })
  const person = from === undefined ? undefined : await personWith(host.db, from)
  if (!person) return { outcome: 'unknownSender', ...nothing }
  // Message-IDs are scoped to the sender
  const id = messageId ? `${person.id} ${messageId}` : sha256
  if (await host.db.selectFrom('received_mail').select('id').where('id', '=', id).executeTakeFirst())
    return { outcome: 'repeated', ...nothing }
  const taken: TakenFile[] = []
  const refused: RefusedFile[] = [...unopened, ...Array.from({ length: leftOut }, () => ({ name: '', code: 'vouchers.mailTooMany' }))]
  for (const file of files) {
    const { kept, problems } = await takeFile(host, person, file)
    if (kept) taken.push(kept)
    refused.push(...problems)
  }
  // the most trusted format first: it becomes the entry's main file
  taken.sort((one, other) => other.certainty - one.certainty)
  const recorded = await transaction(host.db, (db) => recordMail(db, { id, person, subject, taken, refused, at: host.clock.now() }))
  return recorded ? { outcome: 'taken', ...recorded } : { outcome: 'repeated', ...nothing }
}

interface MailRefusal {
  /** First bytes of the mail, with its headers. */
  readonly head: Uint8Array
  /** Text code of the reason for the rejection. */
  readonly code: string
  readonly at: Date
}

/**
 * Notifies the sender that a mail was rejected, in the transaction of `keep`; skipped if `keep` returns that this was done before.
 * @returns whether the sender is one of our users
 */
export async function refuseMail(host: Host, { head, code, at }: MailRefusal,
  keep: (db: Db, outcome: 'refused' | 'failed') => Promise<boolean>): Promise<boolean> {
  const mail = await readMail(head).catch(() => undefined)
  const person = mail?.from === undefined ? undefined : await personWith(host.db, mail.from)
  await transaction(host.db, async (db) => {
    const isFirst = await keep(db, person ? 'refused' : 'failed')
    if (!isFirst || !person) return
    await notify(db, { kind: invoiceMail, recipients: [person.id], at, params: { urlPage: '/my-invoices' },
      blanks: answerParameters(mail?.subject ?? '', 0, [{ name: '', code }]) })
  })
  return person !== undefined
}

/** A file that was read and stored. */
interface TakenFile {
  readonly id: string
  readonly name: string
  /** Trust in the reading of its first voucher, 0 to 1. */
  readonly certainty: number
}

/** The enabled user with this address; undefined unless there is exactly one. */
async function personWith(db: Db, address: string): Promise<MailOwner | undefined> {
  const people = await db.selectFrom('sys_user').select(['id', 'name']).where(sql`lower(email)`, '=', address).where('enable', '=', true)
    .where('del_flag', '=', 0).limit(2)
    .execute()
  return people.length === 1 ? people[0] : undefined
}

/** Reads a file and stores it if it contains a new invoice; otherwise returns the reason. Problems of unreadable parts are returned too. */
async function takeFile(host: VoucherHost, person: MailOwner,
  file: IncomingFile): Promise<{ readonly kept?: TakenFile; readonly problems: readonly RefusedFile[] }> {
  const refused = (code: string) => ({ problems: [{ name: file.name, code }] })
  try {
    const reading = await readVouchers(file, person.id, host.readers)
    const [voucher] = reading.vouchers
    if (!voucher) return refused(reading.problems[0]?.code ?? 'vouchers.notVoucher')
    const known = await knownAs(host.db, person.id, reading.vouchers)
    if (known) return refused(known)
    return { kept: { id: await keepFile(host, person, { file, reading }), name: file.name, certainty: trustIn(voucher) },
      problems: reading.problems.map(({ file: name, code }) => ({ name, code })) }
  } catch (error) {
    if (error instanceof Refused) return refused(error.code)
    throw error
  }
}

const trustIn = ({ fields }: Voucher): number => fields.number?.certainty ?? 0

/** Stores a file with its reading. @returns the id of the file */
async function keepFile(host: Host, person: MailOwner,
  { file, reading }: { readonly file: IncomingFile; readonly reading: FileReading }): Promise<string> {
  const at = host.clock.now()
  const kept = await upload(host.db, storageOf(host.env), { fileName: file.name, bytes: Readable.from([Buffer.from(file.bytes)]),
    uploadType: 'attachment', businessType: null, allowXml: true, caller: person, at })
  await transaction(host.db, (db) => keepReading(db, kept, reading, { reader: readerVersion, at }))
  return kept.id
}

/** Text code of the reason why invoices are duplicates: in the person's pool, or used by a document; undefined if new. */
async function knownAs(db: Db, person: string, vouchers: readonly Voucher[]): Promise<string | undefined> {
  const keys = vouchers.flatMap(({ fields: { number, code } }) => (number ? [{ number: number.value, code: code?.value ?? '' }] : []))
  if (keys.length === 0) return undefined
  const pooled = await db.selectFrom('pooled_invoice_number').select('number').where('owner', '=', person).where('number', 'in',
    keys.map(({ number }) => number)).execute()
  if (keys.every(({ number }) => pooled.some((each) => each.number === number))) return 'vouchers.mailPooled'
  return (await usesOfInvoices(db, keys)).length > 0 ? 'vouchers.mailUsed' : undefined
}

interface ReceivedMail {
  readonly id: string
  readonly person: MailOwner
  readonly subject: string
  readonly taken: readonly TakenFile[]
  readonly refused: readonly RefusedFile[]
  readonly at: Date
}

/** Adds the files to the pool and replies to the sender; a no-op if the mail was recorded concurrently, its files then expire as unused. */
async function recordMail(db: Db,
  { id, person, subject, taken, refused: unread, at }: ReceivedMail): Promise<Pick<MailOutcome, 'taken' | 'refused'> | undefined> {
  const first = await db.insertInto('received_mail').values({ id, person: person.id, taken: taken.length, received_at: at }).onConflict((
    conflict,
  ) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!first) return undefined
  const none: Pick<PoolAddition, 'added' | 'repeated'> = { added: [], repeated: [] }
  const { added, repeated } = taken.length > 0 ? await addToPool(db, person.id, taken.map((file) => file.id), at) : none
  const refused = [...unread,
    ...taken.filter((file) => repeated.includes(file.id)).map(({ name }) => ({ name, code: 'vouchers.mailPooled' }))]
  await notify(db, { kind: invoiceMail, recipients: [person.id], blanks: answerParameters(subject, added.length, refused),
    params: { urlPage: '/my-invoices' }, at })
  return { taken: added.length, refused: refused.length }
}

/** Tells the sender of a mail that the mail server handed over that it is too large, however often it is handed over. */
export async function refuseTooLarge(host: Host, { head, sha256 }: SpooledMail): Promise<void> {
  const at = host.clock.now()
  const id = (await readMail(head).catch(() => undefined))?.messageId ?? sha256
  await refuseMail(host, { head, code: 'vouchers.tooLarge', at },
    async (db) =>
      (await db.insertInto('received_mail').values({ id: `too large ${id}`, person: '', taken: 0, received_at: at })
        .onConflict((conflict) => conflict.doNothing()).returning('id').executeTakeFirst()) !== undefined)
}

const ask = workerQueue<MailQuestion, ParsedMail>({ file: new URL('./worker.ts', import.meta.url), timeout: 30_000, memory: 256,
  growth: 800, longestQueue: 16, kept: 30_000 })

/**
 * Parses a mail in a worker thread with time and memory limits.
 * @throws Refused if the queue is full, or if the mail exceeds the limits
 */
async function readMail(question: MailQuestion): Promise<ParsedMail> {
  return ask(question).catch((error: unknown) => {
    throw new Refused(error instanceof WorkerBusy ? 'vouchers.busy' : 'vouchers.mailFailed')
  })
}
