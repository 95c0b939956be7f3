import type { Parameters } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { usesOfInvoices } from '#plugins/forms/server/public-api.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { keptReadings } from '../kept/readings.ts'
import { ourCompanies } from './companies.ts'
import { type InvoiceRow, invoiceRows } from './invoice-rows.ts'
import { isCompared, rowDifferences } from './voucher-checks.ts'

/** Something in the invoices of a document that a decider has to look at. */
export interface InvoiceException {
  /** Code of its text: `vouchers.differs.*`, `vouchers.notCompared` or `vouchers.usedToo`. */
  readonly code: string
  /** Blanks of the text; values of the row and of its files, for readers of both only. */
  readonly params: Parameters
  readonly table: string
  /** Place of the row in the table, from 1. */
  readonly place: number
}

interface CheckedDocument {
  readonly id: string
  readonly form: Form
  readonly value: FormValue
  readonly rows: readonly InvoiceRow[]
}

/**
 * The exceptions of documents by their ids; those without any are left out. A fixed number of statements for all of them together.
 * Files are not read for it: what nobody has read is not compared. Callers pass documents that the reader may read.
 */
export async function invoiceExceptions({ db, plugins }: Pick<Host, 'db' | 'plugins'>,
  documents: readonly string[]): Promise<ReadonlyMap<string, readonly InvoiceException[]>> {
  const checked = await checkedDocuments(db, plugins.flatMap(({ forms }) => forms), documents)
  const rows = checked.flatMap((document) => document.rows)
  if (rows.length === 0) return new Map()
  const [readings, buyers, uses] = await Promise.all([keptReadings(db, rows.flatMap(({ files }) => files)), ourCompanies(db),
    usesOfInvoices(db, rows.flatMap(({ numbers }) => numbers.map((number) => ({ number, code: '' }))))])
  const found = checked.map(({ id, form, value, rows: own }) =>
    [id, own.flatMap((row) => {
      const [table = '', index] = row.path.split('.')
      const at = { table, place: Number(index) + 1 }
      const used = row.numbers.filter((number) => uses.some((use) => use.number === number && use.document !== id))
      return [
        ...rowDifferences({ form, value }, { row, readings, buyers }).map(({ code, parameters = {} }) => ({ ...at, code,
          params: parameters })
        ),
        ...used.map((no) => ({ ...at, code: 'vouchers.usedToo', params: { no } })),
        ...(isCompared(row, readings) ? [] : [{ ...at, code: 'vouchers.notCompared', params: {} }]),
      ]
    })] as const
  )
  return new Map(found.filter(([, exceptions]) => exceptions.length > 0))
}

async function checkedDocuments(db: Db, forms: readonly Form[], documents: readonly string[]): Promise<readonly CheckedDocument[]> {
  if (documents.length === 0) return []
  const rows = await db.selectFrom('document').select(['id', 'type', 'value']).where('id', 'in', [...new Set(documents)]).execute()
  return rows.flatMap(({ id, type, value }) => {
    const form = forms.find(({ key }) => key === type)
    return form ? [{ id, form, value, rows: invoiceRows(form, value).filter(({ files }) => files.length > 0) }] : []
  })
}
