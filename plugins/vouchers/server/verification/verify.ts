import type { Db } from '#server/database/tables.ts'
import type { Voucher } from '../reading/voucher.ts'
import { type VerificationAnswer, type VerificationRequest, questionOf } from './client.ts'
import './tables.ts'

/** Verification of an invoice with its time. */
export interface Verification extends Pick<VerificationRequest, 'number' | 'code'>, VerificationAnswer {
  readonly at: Date
}

interface VerificationRecord extends Verification {
  /** Absent if a stored verification was reused. */
  readonly request?: VerificationRequest
}

/** Validity of a genuine result in ms; the tax authority limits requests per invoice. */
const fresh = 24 * 60 * 60 * 1000

/** Verifies each invoice, reusing results that were genuine within the last day. Must be called outside of a transaction. */
export async function verified(db: Db, vouchers: readonly Voucher[],
  { ask, at }: { readonly ask: (question: VerificationRequest) => Promise<VerificationAnswer>; readonly at: Date }
): Promise<VerificationRecord[]> {
  const found: VerificationRecord[] = []
  for (const question of vouchers.flatMap((voucher) => questionOf(voucher) ?? [])) {
    const { number, code } = question
    const known = await knownOf(db, question, at)
    found.push(known ?? { number, code, ...(await ask(question)), at, request: question })
  }
  return found
}

async function knownOf(db: Db, question: VerificationRequest, at: Date): Promise<Verification | undefined> {
  const { number, code } = question
  const last = await db.selectFrom('voucher_verification').select(['outcome', 'message', 'at', 'asked']).where('number', '=', number).where(
    'code',
    '=',
    code ?? '',
  ).orderBy('at', 'desc')
    .orderBy('id', 'desc').limit(1).executeTakeFirst()
  const holds = last?.outcome === 'genuine' && last.asked === JSON.stringify(question) && at.getTime() - last.at.getTime() < fresh
  return holds ? { number, code, outcome: last.outcome, message: last.message, at: last.at } : undefined
}

/** Stores new verifications. @returns all verifications, including reused ones */
export async function keepVerifications(db: Db, verifications: readonly VerificationRecord[], person: string): Promise<Verification[]> {
  const rows = verifications.flatMap((
    { number, code = '', outcome, message, at, request },
  ) => (request ? [{ number, code, outcome, message, at, asked: JSON.stringify(request), person }] : []))
  if (rows.length > 0) await db.insertInto('voucher_verification').values(rows).execute()
  return verifications.map(({ number, code, outcome, message, at }) => ({ number, code, outcome, message, at }))
}

/** Last verification of each of these invoices, by {@link verificationKey}. */
export async function lastVerifications(db: Db, vouchers: readonly Voucher[]): Promise<ReadonlyMap<string, Verification>> {
  const numbers = vouchers.flatMap(({ fields }) => fields.number?.value ?? [])
  if (numbers.length === 0) return new Map()
  const rows = await db.selectFrom('voucher_verification').distinctOn(['number', 'code']).select(['number', 'code', 'outcome', 'message',
    'at']).where('number', 'in', numbers)
    .orderBy('number').orderBy('code').orderBy('at', 'desc').orderBy('id', 'desc').execute()
  return new Map(rows.map((row) => [keyOf(row), row]))
}

const keyOf = ({ number, code }: Pick<Verification, 'number' | 'code'>): string => `${number} ${code ?? ''}`

/** Key of a voucher in {@link lastVerifications}. */
export const verificationKey = ({ fields }: Voucher): string => keyOf({ number: fields.number?.value ?? '', code: fields.code?.value })
