import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import type { Env } from '#server/env.ts'
import { outbound } from '#server/outbound/outbound.ts'
import type { Voucher } from '../reading/voucher.ts'

/** Request to the verification service for an invoice. */
export interface VerificationRequest {
  readonly number: string
  readonly code: string | undefined
  readonly issueDate: string
  /** Gross total of a digital invoice, net amount of an older one. */
  readonly amount: string
  /** Last six digits of the check code of an older invoice. */
  readonly checkCode: string | undefined
}

const answer = z.object({ outcome: z.enum(['genuine', 'different', 'unknown', 'voided']), message: z.string().max(500).default('') })
export type VerificationAnswer = z.output<typeof answer>
export type VerificationOutcome = VerificationAnswer['outcome']

/** Verification request for a voucher; undefined if a required field is missing. */
export function questionOf({ fields }: Voucher): VerificationRequest | undefined {
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
