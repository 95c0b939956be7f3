import type { FieldProblem } from '#kernel/errors.ts'
import { invoiceTables } from '#kernel/field-roles.ts'
import { currencyKey } from '#kernel/list-columns.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/document-extension.ts'
import { keptReadings } from '../kept/readings.ts'
import type { Voucher } from '../reading/voucher.ts'
import { ourCompanies } from './companies.ts'
import { type Buyers, compared, type Comparison } from './comparison.ts'
import { type InvoiceRow, invoiceRows, pathAs } from './invoice-rows.ts'
import { claimFiles, fileProblems, releaseFiles } from './live-files.ts'

/** Rows agree with the invoices in their files, and a file proves one live document. */
export const voucherChecks: DocumentExtension = {
  concerns: ({ fields }) => invoiceTables(fields).length > 0,

  async check(step) {
    const rows = invoiceRows(step.form, step.value)
    return [...(await fileProblems(step, rows)), ...(await readingProblems(step, rows))]
  },

  onSubmit: claimFiles,

  async onPass(step) {
    if (changed(step)) await claimFiles(step)
  },

  async onFollowUp(step) {
    if (changed(step)) await claimFiles(step)
  },

  onReleased: ({ db, document }) => releaseFiles(db, document.id),
}

const changed = ({ form, value, before }: DocumentStep): boolean => {
  const filesOf = (held: DocumentStep['value']) => JSON.stringify(invoiceRows(form, held).map(({ files }) => files))
  return filesOf(value) !== filesOf(before ?? {})
}

async function readingProblems(step: DocumentStep, rows: readonly InvoiceRow[]): Promise<readonly FieldProblem[]> {
  const readings = await keptReadings(step.db, rows.flatMap(({ files }) => files))
  if (readings.size === 0) return []
  const vouchersOf = ({ files, numbers }: InvoiceRow) => meant(files.flatMap((file) => readings.get(file)?.vouchers ?? []), numbers)
  const buyers = await ourCompanies(step.db)
  const reversed = await reversedNumbers(step.db, rows.flatMap(({ numbers }) => numbers))
  return rows.flatMap((row) => [...redLetters(row, vouchersOf(row), reversed), ...differences(step, { row, vouchers: vouchersOf(row), buyers })])
}

/** Of a file with several vouchers, the row is proved by those that it names; by all where it names none of them. */
export function meant(vouchers: readonly Voucher[], numbers: readonly string[]): readonly Voucher[] {
  const named = vouchers.filter(({ fields }) => fields.number && numbers.includes(fields.number.value))
  return named.length > 0 ? named : vouchers
}

/** Numbers that a red-letter invoice among all files takes back. */
async function reversedNumbers(db: Db, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await db.selectFrom('read_voucher').select('original_number').where('original_number', 'in', numbers).execute()
  return new Set(rows.flatMap(({ original_number: number }) => number ?? []))
}

function redLetters(row: InvoiceRow, vouchers: readonly Voucher[], reversed: ReadonlySet<string>): readonly FieldProblem[] {
  const field = pathAs(row, 'invoiceNumber')
  return [
    ...vouchers.filter(({ fields }) => fields.total?.value.startsWith('-')).map(({ fields }) => ({ field, code: 'vouchers.redLetter',
      parameters: { no: fields.number?.value ?? '' } })
    ),
    ...row.numbers.filter((number) => reversed.has(number)).map((no) => ({ field, code: 'vouchers.reversed', parameters: { no } })),
  ]
}

interface Differing {
  readonly row: InvoiceRow
  readonly vouchers: readonly Voucher[]
  readonly buyers: Buyers
}

/** Whoever files confirms what differs; approvers are only told. */
function differences({ form, value, node = 'start' }: DocumentStep, { row, vouchers, buyers }: Differing): readonly FieldProblem[] {
  const currency = currencyKey(form)
  const isRmb = currency === undefined || (value[currency] ?? 'CNY') === 'CNY'
  return compared(row, vouchers, buyers)
    .filter(({ isSame, entered, subject }) => !isSame && entered !== undefined && (isRmb || subject !== 'amount'))
    .map((each) => ({ field: pathAs(row, each.role), code: `vouchers.differs.${each.subject}`, level: node === 'start' ? 'confirm' : 'warn', parameters: saidIn(each) }))
}

const saidIn = ({ entered = '', read }: Comparison) => ({ entered, read })
