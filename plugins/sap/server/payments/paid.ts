import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'
import type { VendorQuestion } from '../vendor-facts.ts'

/** Payments of this kind are typed; all others settle open items. */
export const downPayment = '1'

/** Key of an open item in SAP. */
export interface ItemKey {
  readonly documentNo: string
  readonly fiscalYear: number
  readonly line: number
}

/** A row of a payment that settles an open item. */
export interface PaidItem extends ItemKey {
  readonly index: number
  readonly row: FormValue
}

/** Returns whether two rows name the same open item of SAP: document, fiscal year and line. */
export const sameItem = (one: ItemKey, other: ItemKey): boolean =>
  one.documentNo === other.documentNo && one.fiscalYear === other.fiscalYear && one.line === other.line

/** The rows that name an item; those of a down payment name none. */
export function paidItems(value: FormValue): readonly PaidItem[] {
  if (value['sapPayKind'] === downPayment) return []
  return rowsAt(value, 'items').flatMap((row, index) => {
    const { sapDocNo, fiscalYear, lineNo } = row
    return typeof sapDocNo === 'string' && sapDocNo !== ''
      ? [{ index, row, documentNo: sapDocNo, fiscalYear: Number(fiscalYear), line: Number(lineNo) }]
      : []
  })
}

/** Returns the vendor of a payment by its code; undefined while none is chosen. */
export async function questionOf(db: Db, value: FormValue): Promise<VendorQuestion | undefined> {
  const [id, companyCode] = [textAt(value, 'supplier'), textAt(value, 'sapCompanyCode')]
  if (!id || !companyCode) return undefined
  const row = await db.selectFrom('supplier').select('code').where('id', '=', id).executeTakeFirst()
  const order = value['sapPayKind'] === downPayment ? textAt(value, 'poNo') : undefined
  return row && { vendor: row.code, companyCode, ...(order !== undefined && { order }) }
}
