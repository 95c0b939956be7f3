import type { FieldProblem } from '#kernel/errors.ts'
import { Refused } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/document-extension.ts'
import './tables.ts'

interface Use {
  readonly number: string
  /** Path of the column that holds it: `items.2.invoiceNo`. */
  readonly field: string
}

/** An invoice proves one live document: used again, the second one is refused. */
export const liveInvoices: DocumentExtension = {
  concerns: (form) => invoiceTables(form).length > 0,

  async check({ db, form, value, document }) {
    const uses = usesOf(form, value)
    return [...repeated(uses), ...(await usedElsewhere(db, uses, document.id))]
  },

  onSubmit: claim,

  async onPass(step) {
    if (changed(step)) await claim(step)
  },

  async onFollowUp(step) {
    if (changed(step)) await claim(step)
  },

  async onReleased({ db, document }) {
    await db.deleteFrom('live_invoice').where('document', '=', document.id).execute()
  },
}

/** Replaces the document's claims; the primary key decides between two documents that are filed at once. */
async function claim({ db, form, value, document, isNew }: DocumentStep): Promise<void> {
  if (!isNew) await db.deleteFrom('live_invoice').where('document', '=', document.id).execute()
  const uses = usesOf(form, value)
  if (uses.length === 0) return
  const rows = uses.map(({ number }) => ({ invoice_no: number, document: document.id }))
  const claimed = await db.insertInto('live_invoice').values(rows).onConflict((conflict) => conflict.doNothing()).returning('invoice_no').execute()
  if (claimed.length === rows.length) return
  const problems = await usedElsewhere(db, uses, document.id)
  const [first] = problems
  throw new Refused(first?.code ?? 'forms.invoiceUsed', first?.parameters, problems)
}

async function usedElsewhere(db: Db, uses: readonly Use[], document: string): Promise<FieldProblem[]> {
  if (uses.length === 0) return []
  const rows = await db
    .selectFrom('live_invoice')
    .innerJoin('document', 'document.id', 'live_invoice.document')
    .select(['live_invoice.invoice_no', 'document.number'])
    .where('live_invoice.invoice_no', 'in', uses.map(({ number }) => number))
    .where('live_invoice.document', '!=', document)
    .execute()
  const users = new Map(rows.map((row) => [row.invoice_no, row.number]))
  return uses.flatMap(({ number, field }) => {
    const businessNo = users.get(number)
    return businessNo ? [{ field, code: 'forms.invoiceUsed', parameters: { no: number, businessNo } }] : []
  })
}

function repeated(uses: readonly Use[]): FieldProblem[] {
  const seen = new Set<string>()
  return uses.flatMap(({ number, field }) => {
    if (!seen.has(number)) {
      seen.add(number)
      return []
    }
    return [{ field, code: 'forms.invoiceRepeated', parameters: { no: number } }]
  })
}

const column = 'invoiceNo'

const invoiceTables = (form: Form) => Object.entries(form.fields).flatMap(([key, field]) => (field.columns && column in field.columns ? [key] : []))

function usesOf(form: Form, value: FormValue): Use[] {
  return invoiceTables(form).flatMap((table) =>
    rowsOf(value[table]).flatMap((row, index) => numbersOf(row[column]).map((number) => ({ number, field: `${table}.${index}.${column}` })))
  )
}

const rowsOf = (value: unknown): FormValue[] => (Array.isArray(value) ? (value as FormValue[]) : [])

const numbersOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(',').map((each) => each.trim()).filter(Boolean) : [])

const changed = ({ form, value, before }: DocumentStep) => JSON.stringify(usesOf(form, value)) !== JSON.stringify(usesOf(form, before ?? {}))
