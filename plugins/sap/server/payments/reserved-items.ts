import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import '../tables.ts'
import { paidItems, sameItem } from './paid.ts'

/** Items that another payment on its way holds already. */
export async function reservedElsewhere({ db, value, document }: Pick<DocumentStep, 'db' | 'value' | 'document'>): Promise<FieldProblem[]> {
  const items = paidItems(value)
  const company = textAt(value, 'sapCompanyCode')
  if (items.length === 0 || company === undefined) return []
  const rows = await db
    .selectFrom('sap_claimed_item').innerJoin('document', 'document.id', 'sap_claimed_item.document')
    .select(['document_no', 'fiscal_year', 'line', 'document.number'])
    .where('company_code', '=', company).where('document_no', 'in', items.map(({ documentNo }) => documentNo)).where(
      'sap_claimed_item.document',
      '<>',
      document.id,
    )
    .execute()
  return items.flatMap((item) => {
    const other = rows.find((row) => sameItem(item, { documentNo: row.document_no, fiscalYear: row.fiscal_year, line: row.line }))
    return other
      ? [{ field: `items.${item.index}.sapDocNo`, code: 'sap.inOther', parameters: { doc: item.documentNo, no: other.number } }]
      : []
  })
}

/** Holds the items of a payment; the primary key decides between two that are filed at once. @throws Refused */
export async function reserveOpenItems(step: DocumentStep): Promise<void> {
  const { db, value, document } = step
  await releaseItems(db, document.id)
  const company = textAt(value, 'sapCompanyCode')
  const rows = paidItems(value).map(({ documentNo, fiscalYear, line }) => ({ company_code: company ?? '', document_no: documentNo,
    fiscal_year: fiscalYear, line, document: document.id })
  )
  if (rows.length === 0) return
  const held = await db.insertInto('sap_claimed_item').values(rows).onConflict((conflict) => conflict.doNothing()).returning('document_no')
    .execute()
  if (held.length === rows.length) return
  const problems = await reservedElsewhere(step)
  const [first] = problems
  throw new Refused(first?.code ?? 'sap.inOther', first?.parameters, problems)
}

/** Once SAP has posted it, or nobody wants it any more, what is open is what SAP says. */
export async function releaseItems(db: Db, document: string): Promise<void> {
  await db.deleteFrom('sap_claimed_item').where('document', '=', document).execute()
}
