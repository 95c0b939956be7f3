import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'
import { found, refused, type SapAnswer, unknown } from './answer.ts'
import './tables.ts'

const sent = z.looseObject({
  vendor: z.string(),
  companyCode: z.string(),
  currency: z.string(),
  totalAmount: z.string(),
  houseBank: z.string(),
  items: z.array(
    z.looseObject({ documentNo: z.string().nullish(), fiscalYear: z.number().nullish(), line: z.number().nullish(), amount: z.string() }),
  ).min(1).max(500),
})

interface SapRequest {
  readonly key: string | undefined
  readonly body: unknown
  readonly at: Date
}

/** Posts a payment, idempotent by key: a repetition gets the same response, or a conflict (409) if the content differs. */
export async function postPayment(db: Db, { key, body, at }: SapRequest): Promise<SapAnswer> {
  const parsed = sent.safeParse(body)
  if (!key || !parsed.success) return refused('报文不完整/The message is incomplete')
  const known = await keptUnder(db, key)
  if (known)
    return isDeepStrictEqual(known.body, JSON.parse(JSON.stringify(body)))
      ? posted(known)
      : { status: 409, body: { message: '该标识已用于另一笔付款/The key was used for another payment' } }
  const refusal = await refusalOf(db, parsed.data)
  if (refusal) return refused(refusal)
  await db.insertInto('demo_sap_payment').values({ key, fiscal_year: at.getFullYear(), body: JSON.stringify(body), posted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const now = await keptUnder(db, key)
  return now ? posted(now) : refused('未过账/Not posted')
}

/** Status of a posted payment, with the document number of its reversal if reversed. */
export async function postingStatus(db: Db, documentNo: string): Promise<SapAnswer> {
  const row = /^\d{1,15}$/.test(documentNo)
    ? await db.selectFrom('demo_sap_payment').select(['document_no', 'fiscal_year', 'reversed_at']).where('document_no', '=', documentNo)
      .executeTakeFirst()
    : undefined
  if (!row) return unknown
  const { document_no: number, fiscal_year: fiscalYear, reversed_at: at } = row
  return found({ documentNo: String(number), fiscalYear,
    reversal: at && { documentNo: `17${String(number).slice(2)}`, fiscalYear: at.getFullYear() } })
}

/** Reverses a posted payment; idempotent. @returns whether the payment exists */
export async function reversePayment(db: Db, documentNo: string, at: Date): Promise<boolean> {
  await db.updateTable('demo_sap_payment').set({ reversed_at: at }).where('document_no', '=', documentNo).where('reversed_at', 'is', null)
    .execute()
  return (await postingStatus(db, documentNo)) !== unknown
}

const keptUnder = (db: Db, key: string) =>
  db.selectFrom('demo_sap_payment').select(['document_no', 'fiscal_year', 'body']).where('key', '=', key).executeTakeFirst()

const posted = ({ document_no: number, fiscal_year: fiscalYear }: { document_no: string; fiscal_year: number }): SapAnswer =>
  found({ documentNo: String(number), fiscalYear, message: '过账成功/Posted' })

/** Refusal of a payment: a vendor without bank data cannot be paid until its accounts are maintained. */
async function refusalOf(db: Db, { vendor }: z.output<typeof sent>): Promise<string | undefined> {
  const account = await db.selectFrom('payee_account').innerJoin('supplier', 'supplier.id', 'payee_account.owner_id').select(
    'payee_account.id',
  )
    .where('supplier.code', '=', vendor).where('payee_account.owner_type', '=', 'supplier').where('payee_account.del_flag', '=', 0).limit(1)
    .executeTakeFirst()
  return account ? undefined : `供应商${vendor}缺少银行主数据/Vendor ${vendor} has no bank data`
}
