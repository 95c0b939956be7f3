import type { Generated } from 'kysely'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import { outbound } from '#server/outbound/outbound.ts'
import type { Voucher } from '../reading/voucher.ts'

/** Request to the verification service for an invoice. */
interface VerificationRequest {
  readonly number: string
  readonly code: string | undefined
  readonly issueDate: string
  /** Gross total of a digital invoice, net amount of an older one. */
  readonly amount: string
  /** Last six digits of the check code of an older invoice. */
  readonly checkCode: string | undefined
}

const answer = z.object({ outcome: z.enum(['genuine', 'different', 'unknown', 'voided']), message: z.string().max(500).default('') })
type VerificationAnswer = z.output<typeof answer>
type VerificationOutcome = VerificationAnswer['outcome']

/** Verification request for a voucher; undefined if a required field is missing. */
function questionOf({ fields }: Voucher): VerificationRequest | undefined {
  const { number, issueDate, code, checkCode } = fields
  const amount = number?.value.length === 20 ? fields.total : fields.net
  if (!number || !issueDate || !amount) return undefined
  return { number: number.value, code: code?.value, issueDate: issueDate.value, amount: amount.value,
    checkCode: checkCode?.value.slice(-6) }
}

/** Client of the configured verification service. @throws Refused if none is configured, or on an unusable response */
export function verificationService({ invoiceCheck }: Env): (question: VerificationRequest) => Promise<VerificationAnswer> {
  if (!invoiceCheck) throw new Refused('vouchers.notVerifiable')
  const ask = outbound({ allow: [invoiceCheck.url] })
  const headers = { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${invoiceCheck.key}` }
  return async (question) => {
    const { status, body } = await ask({ method: 'POST', url: `${invoiceCheck.url}/verifications`, headers,
      body: JSON.stringify(question) }).catch(away)
    const parsed = answer.safeParse(status === 200 ? contentOf(body) : undefined)
    return parsed.success ? parsed.data : away()
  }
}

function contentOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

function away(): never {
  throw new Refused('vouchers.serviceAway')
}

interface VoucherVerificationTable {
  id: Generated<string>
  number: string
  /** Empty for an invoice without a code. */
  code: string
  /** Request to the service, as JSON. */
  asked: string
  outcome: VerificationOutcome
  message: string
  at: Date
  /** Id of the user who requested it. */
  person: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    voucher_verification: VoucherVerificationTable
  }
}

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
