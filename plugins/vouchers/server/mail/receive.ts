import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { usesOfInvoices } from '#plugins/forms/server/public-api.ts'
import { storageOf } from '#server/attachments/storage/storage-of.ts'
import { upload } from '#server/attachments/upload.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { notify } from '#server/messages/notify.ts'
import { invoiceMail } from '../../message-kinds.ts'
import { keepReading } from '../kept/readings.ts'
import { addToPool, type PoolAddition } from '../pool/pool.ts'
import type { IncomingFile } from '../reading/read.ts'
import { readerVersion, readVouchers } from '../reading/reader.ts'
import type { FileReading, Voucher } from '../reading/voucher.ts'
import { readMail } from './reader.ts'
import { type RefusedFile, answerParameters } from './mail-answer.ts'
import './tables.ts'

/** The outcome of a mail. Strangers get no answer. */
export interface MailOutcome {
  readonly outcome: 'taken' | 'repeated' | 'unknownSender'
  readonly taken: number
  readonly refused: number
}

/** A mail beyond this is refused before it is taken apart, bytes. */
export const largestMail = 30 * 1024 * 1024

interface MailOwner {
  readonly id: string
  readonly name: string
}

const nothing = { taken: 0, refused: 0 }

/** Takes the invoices of a mail into its sender's pool, once, and tells the sender. @throws Refused for what is no mail that can be read */
export async function receiveMail(host: Host, bytes: Uint8Array): Promise<MailOutcome> {
  const { messageId, from, subject, files, unopened, leftOut } = await readMail(bytes)
  const person = from === undefined ? undefined : await personWith(host.db, from)
  if (!person) return { outcome: 'unknownSender', ...nothing }
  // the space of Message-IDs is each sender's own
  const id = messageId ? `${person.id} ${messageId}` : createHash('sha256').update(bytes).digest('hex')
  if (await host.db.selectFrom('received_mail').select('id').where('id', '=', id).executeTakeFirst())
    return { outcome: 'repeated', ...nothing }
  const taken: TakenFile[] = []
  const refused: RefusedFile[] = [...unopened, ...Array.from({ length: leftOut }, () => ({ name: '', code: 'vouchers.mailTooMany' }))]
  for (const file of files) {
    const { kept, problems } = await takeFile(host, person, file)
    if (kept) taken.push(kept)
    refused.push(...problems)
  }
  // the most trusted format is the one that is claimed
  taken.sort((one, other) => other.certainty - one.certainty)
  const recorded = await transaction(host.db, (db) => recordMail(db, { id, person, subject, taken, refused, at: host.clock.now() }))
  return recorded ? { outcome: 'taken', ...recorded } : { outcome: 'repeated', ...nothing }
}

interface MailRefusal {
  /** The beginning of the mail, with its head. */
  readonly head: Uint8Array
  /** Of the reason for which nothing of it is taken. */
  readonly code: string
  readonly at: Date
}

/**
 * Tells the sender that nothing of a mail is taken, in the transaction of `keep`, unless that says that it was kept before.
 * @returns whether the sender is a person of ours
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

/** A file that was read and kept. */
interface TakenFile {
  readonly id: string
  readonly name: string
  /** The trust in what its first voucher says, 0 to 1. */
  readonly certainty: number
}

/** The one person with this address who works here. */
async function personWith(db: Db, address: string): Promise<MailOwner | undefined> {
  const people = await db.selectFrom('sys_user').select(['id', 'name']).where(sql`lower(email)`, '=', address).where('enable', '=', true)
    .where('del_flag', '=', 0).limit(2)
    .execute()
  return people.length === 1 ? people[0] : undefined
}

/** Reads a file, and keeps it where it holds a new invoice; else says why it is not taken, also of parts of it that were not read. */
async function takeFile(host: Host, person: MailOwner,
  file: IncomingFile): Promise<{ readonly kept?: TakenFile; readonly problems: readonly RefusedFile[] }> {
  const refused = (code: string) => ({ problems: [{ name: file.name, code }] })
  try {
    const reading = await readVouchers(file, person.id)
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

/** Stores a file with its reading; answers its id. */
async function keepFile(host: Host, person: MailOwner,
  { file, reading }: { readonly file: IncomingFile; readonly reading: FileReading }): Promise<string> {
  const at = host.clock.now()
  const kept = await upload(host.db, storageOf(host.env), { fileName: file.name, bytes: Readable.from([Buffer.from(file.bytes)]),
    uploadType: 'attachment', businessType: null, allowXml: true, caller: person, at })
  await transaction(host.db, (db) => keepReading(db, kept, reading, { reader: readerVersion, at }))
  return kept.id
}

/** The reason for which an invoice is not taken again: it is in the person's pool, or a document uses it. */
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

/**
 * Files into the pool and the answer to the sender, or nothing where the mail was there meanwhile; its files go as those that nothing
 * holds.
 */
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
