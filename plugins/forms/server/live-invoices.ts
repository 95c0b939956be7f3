import { type Generated, sql } from 'kysely'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import type { FieldRole } from '#kernel/fields.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Form } from '#kernel/form.ts'
import { codesIn } from '#kernel/values/typed-values.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { invoiceTables } from '../invoice-roles.ts'

interface LiveInvoiceTable {
  /** Number of an invoice used by a live document. */
  invoice_no: string
  /** Code of an older invoice, within which its number is unique; empty if unknown. */
  invoice_code: Generated<string>
  document: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    live_invoice: LiveInvoiceTable
  }
}

export type { LiveInvoiceTable }

/** Identity of an invoice: number, and code if known. */
export interface InvoiceKey {
  readonly number: string
  readonly code: string
}

interface Use extends InvoiceKey {
  /** Path of its column, e.g. `items.2.invoiceNo`. */
  readonly field: string
  /** Files of its row. */
  readonly files: readonly string[]
}

/** An invoice may be used by one live document only. Rows of one document share an invoice if they have a file in common. */
export const liveInvoices: DocumentExtension = {
  concerns: (form) => invoiceTables(form.fields).length > 0,

  async check({ db, form, value, document }) {
    const uses = usesOf(form, value)
    return [...misnumbered(form, value), ...repeated(uses), ...(await usedElsewhere(db, uses, document.id))]
  },

  onSubmit: reserve,

  async onPass(step) {
    if (changed(step)) await reserve(step)
  },

  async onFollowUp(step) {
    if (changed(step)) await reserve(step)
  },

  async onReleased({ db, document }) {
    await db.deleteFrom('live_invoice').where('document', '=', document.id).execute()
  },
}

/** Replaces the document's reservations; an exclusion constraint serializes concurrent filings. */
async function reserve({ db, form, value, document, isNew }: DocumentStep): Promise<void> {
  if (!isNew) await db.deleteFrom('live_invoice').where('document', '=', document.id).execute()
  const uses = usesOf(form, value)
  if (uses.length === 0) return
  // ordered, to avoid deadlocks
  const rows = distinct(uses).map(({ number, code }) => ({ invoice_no: number, invoice_code: code, document: document.id }))
    .sort((one, other) => `${one.invoice_no} ${one.invoice_code}`.localeCompare(`${other.invoice_no} ${other.invoice_code}`))
  const reserved = await db.insertInto('live_invoice').values(rows).onConflict((conflict) => conflict.doNothing()).returning('invoice_no')
    .execute()
  if (reserved.length === rows.length) return
  const problems = await usedElsewhere(db, uses, document.id)
  const [first] = problems
  throw new Refused(first?.code ?? 'forms.invoiceUsed', first?.parameters, problems)
}

/** Documents that already use the invoices. */
export async function usesOfInvoices(db: Db, invoices: readonly InvoiceKey[],
  except?: string): Promise<readonly (InvoiceKey & { readonly document: string; readonly businessNo: string })[]> {
  if (invoices.length === 0) return []
  const rows = await db
    .selectFrom('live_invoice')
    .innerJoin('document', 'document.id', 'live_invoice.document')
    .select(['live_invoice.invoice_no as number', 'live_invoice.invoice_code as code', 'live_invoice.document',
      'document.number as businessNo'])
    .where('live_invoice.invoice_no', 'in', invoices.map(({ number }) => number))
    .where(sql<boolean>`live_invoice.document is distinct from ${except ?? null}`)
    .execute()
  return rows.filter((row) => invoices.some((invoice) => isSameInvoice(invoice, row))).map((row) => ({ ...row,
    businessNo: row.businessNo ?? '' })
  )
}

/** Distinct invoices; one without a code equals one with the same number and any code. */
function distinct(uses: readonly Use[]): readonly InvoiceKey[] {
  const found: InvoiceKey[] = []
  for (const use of uses.toSorted((one, other) => other.code.length - one.code.length))
    if (!found.some((each) => isSameInvoice(each, use))) found.push(use)
  return found
}

/** Returns whether two keys denote the same invoice; an empty code matches any. */
const isSameInvoice = (one: InvoiceKey, other: InvoiceKey): boolean =>
  one.number === other.number && (one.code === '' || other.code === '' || one.code === other.code)

async function usedElsewhere(db: Db, uses: readonly Use[], document: string): Promise<FieldProblem[]> {
  const found = await usesOfInvoices(db, uses, document)
  return uses.flatMap((use) => {
    const other = found.find((each) => isSameInvoice(use, each))
    return other ? [{ field: use.field, code: 'forms.invoiceUsed', parameters: { no: use.number, businessNo: other.businessNo } }] : []
  })
}

/** Problems for duplicate numbers without a common file, e.g. typing errors. */
function repeated(uses: readonly Use[]): FieldProblem[] {
  const seen = new Map<string, Use[]>()
  return uses.flatMap((use) => {
    const earlier = (seen.get(use.number) ?? []).filter((each) => isSameInvoice(each, use))
    seen.set(use.number, [...(seen.get(use.number) ?? []), use])
    const isShared = earlier.every(({ field }) => field !== use.field) &&
      earlier.some(({ files }) => files.some((file) => use.files.includes(file)))
    return earlier.length > 0 && !isShared ? [{ field: use.field, code: 'forms.invoiceRepeated', parameters: { no: use.number } }] : []
  })
}

interface NumberedInvoice extends Use {
  /** The category allows numbers of arbitrary issuers. */
  readonly isForeign: boolean
}

const invoicesIn = (form: Form, value: FormValue): NumberedInvoice[] =>
  invoiceTables(form.fields).flatMap((table) => {
    const columns = form.fields[table]?.columns ?? {}
    const held = (row: FormValue, role: FieldRole): unknown => row[keyAs(columns, role) ?? '']
    return rowsAt(value, table).flatMap((row, index) => {
      const [code, kind] = [held(row, 'invoiceCode'), held(row, 'invoiceKind')]
      return codesIn(held(row, 'invoiceNumber')).map((number) => ({ number, code: typeof code === 'string' ? code : '',
        field: `${table}.${index}.${keyAs(columns, 'invoiceNumber')}`, files: filesOf(held(row, 'invoiceFiles')),
        isForeign: typeof kind === 'string' && foreignKinds.has(kind) })
      )
    })
  })

/** Invoice kinds (overseas receipts and others) whose numbers are not unique across issuers. */
const foreignKinds: ReadonlySet<string> = new Set(['4', '7'])

/** Returns whether a number has the format of the tax administration: 8 digits (paper) or 20 digits (digital). */
const isTaxNumber = (number: string): boolean => /^(\d{8}|\d{20})$/.test(number)

const usesOf = (form: Form, value: FormValue): readonly Use[] =>
  invoicesIn(form, value).filter(({ number, isForeign }) => !isForeign || isTaxNumber(number))

/** Problems for numbers invalid for the row's category, one per row. */
function misnumbered(form: Form, value: FormValue): FieldProblem[] {
  const wrong = invoicesIn(form, value).filter(({ number, isForeign }) => !isForeign && !isTaxNumber(number))
  return [...new Set(wrong.map(({ field }) => field))].map((field) => ({ field, code: 'forms.invoiceNumber' }))
}

const filesOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [])

const changed = ({ form, value, before }: DocumentStep) =>
  value !== before && JSON.stringify(usesOf(form, value)) !== JSON.stringify(usesOf(form, before ?? {}))
