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
import { addToPool } from '../pool/pool.ts'
import type { IncomingFile } from '../reading/read.ts'
import { readerVersion, readVouchers } from '../reading/reader.ts'
import type { Voucher } from '../reading/voucher.ts'
import { readMail } from './reader.ts'
import { type RefusedFile, answerParameters } from './mail-answer.ts'
import './tables.ts'

/** The outcome of a mail. Strangers get no answer. */
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

/** Takes the invoices of a mail into its sender's pool, once, and tells the sender. @throws Refused for what is no mail that can be read */
export async function receiveMail(host: Host, bytes: Uint8Array): Promise<MailOutcome> {
  const { messageId, from, subject, files, leftOut } = await readMail(bytes)
  const person = from === undefined ? undefined : await personWith(host.db, from)
  if (!person) return { outcome: 'unknownSender', ...nothing }
  const id = messageId ?? createHash('sha256').update(bytes).digest('hex')
  if (await host.db.selectFrom('received_mail').select('id').where('id', '=', id).executeTakeFirst())
    return { outcome: 'repeated', ...nothing }
  const taken: string[] = []
  const refused: RefusedFile[] = Array.from({ length: leftOut }, () => ({ name: '', code: 'vouchers.mailTooMany' }))
  for (const file of files) {
    const outcome = await takeFile(host, person, file)
    if (typeof outcome === 'string') taken.push(outcome)
    else refused.push(outcome)
  }
  const isFirst = await transaction(host.db, (db) => recordMail(db, { id, person, subject, taken, refused, at: host.clock.now() }))
  return isFirst ? { outcome: 'taken', taken: taken.length, refused: refused.length } : { outcome: 'repeated', ...nothing }
}

/** The one person with this address who works here. */
async function personWith(db: Db, address: string): Promise<MailOwner | undefined> {
  const people = await db.selectFrom('sys_user').select(['id', 'name']).where(sql`lower(email)`, '=', address).where('enable', '=', true)
    .where('del_flag', '=', 0).limit(2)
    .execute()
  return people.length === 1 ? people[0] : undefined
}

/** Reads a file, and keeps it where it holds a new invoice; answers its id, or why it is not taken. */
async function takeFile(host: Host, person: MailOwner, file: IncomingFile): Promise<string | RefusedFile> {
  const refused = (code: string): RefusedFile => ({ name: file.name, code })
  try {
    const reading = await readVouchers(file)
    const [problem] = reading.problems
    if (reading.vouchers.length === 0) return refused(problem?.code ?? 'vouchers.notVoucher')
    const known = await knownAs(host.db, person.id, reading.vouchers)
    if (known) return refused(known)
    const at = host.clock.now()
    const kept = await upload(host.db, storageOf(host.env), { fileName: file.name, bytes: Readable.from([Buffer.from(file.bytes)]),
      uploadType: 'attachment', businessType: null, allowXml: true, caller: person, at })
    await transaction(host.db, (db) => keepReading(db, kept, reading, { reader: readerVersion, at }))
    return kept.id
  } catch (error) {
    if (error instanceof Refused) return refused(error.code)
    throw error
  }
}

/** The reason for which an invoice is not taken again: it is in the person's pool, or a document uses it. */
async function knownAs(db: Db, person: string, vouchers: readonly Voucher[]): Promise<string | undefined> {
  const keys = vouchers.flatMap(({ fields: { number, code } }) => (number ? [{ number: number.value, code: code?.value ?? '' }] : []))
  if (keys.length === 0) return undefined
  const pooled = await db.selectFrom('pooled_invoice').innerJoin('read_voucher', 'read_voucher.attachment', 'pooled_invoice.attachment')
    .select('pooled_invoice.id')
    .where('pooled_invoice.owner', '=', person).where('read_voucher.number', 'in', keys.map(({ number }) => number)).limit(1)
    .executeTakeFirst()
  if (pooled) return 'vouchers.mailPooled'
  return (await usesOfInvoices(db, keys)).length > 0 ? 'vouchers.mailUsed' : undefined
}

interface ReceivedMail {
  readonly id: string
  readonly person: MailOwner
  readonly subject: string
  readonly taken: readonly string[]
  readonly refused: readonly RefusedFile[]
  readonly at: Date
}

/**
 * Files into the pool and the answer to the sender, or nothing where the mail was there meanwhile; its files go as those that nothing
 * holds.
 */
async function recordMail(db: Db, { id, person, subject, taken, refused, at }: ReceivedMail): Promise<boolean> {
  const first = await db.insertInto('received_mail').values({ id, person: person.id, taken: taken.length, received_at: at }).onConflict((
    conflict,
  ) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!first) return false
  if (taken.length > 0) await addToPool(db, person.id, taken, at)
  await notify(db, { kind: invoiceMail, recipients: [person.id], blanks: answerParameters(subject, taken.length, refused),
    params: { urlPage: '/my-invoices' }, at })
  return true
}
