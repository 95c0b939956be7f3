import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import { suppliers } from '#plugins/masters/server/public-api.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'

/**
 * Adds the supplier to the register when the document completes, with the document's number as code; withdraws it when the document is
 * voided.
 */
export const introducedSuppliers: DocumentExtension = {
  concerns: ['newSuppliers'],

  async check(step) {
    const { node } = step
    if (node === 'start') return [...(await knownSupplier(step)), ...repeatedAccounts(step)]
    return node === 'finance' ? repeatedAccounts(step) : []
  },

  async onCompleted({ db, value, document, actor, at }) {
    await suppliers(db).introduce({ ...recordOf(value), code: document.number ?? '' }, rowsAt(value, 'bankAccounts').map(accountOf), {
      by: actor.id,
      at,
    })
  },

  async onReleased({ db, document, actor, at }, _, wasCompleted) {
    if (wasCompleted) await suppliers(db).withdraw(document.number ?? '', { by: actor.id, at })
  },
}

/** Problem where the register has the supplier; other documents are compared by the form's `unique`. */
async function knownSupplier({ db, value }: DocumentStep): Promise<FieldProblem[]> {
  const found = await suppliers(db).like({ name: trimmed(value, 'supplierName'), creditCode: trimmed(value, 'creditCode') })
  return found
    ? [{ field: found.by === 'name' ? 'supplierName' : 'creditCode', code: 'sourcing.supplierExists', parameters: { code: found.code } }]
    : []
}

/** Problem with a repeated account number. Checked here because a rule of the form sees masked numbers. */
function repeatedAccounts({ value }: DocumentStep): FieldProblem[] {
  const numbers = rowsAt(value, 'bankAccounts').map((row) => trimmed(row, 'accountNo'))
  const index = numbers.findIndex((number, at) => number !== '' && numbers.indexOf(number) < at)
  return index < 0 ? [] : [{ field: `bankAccounts.${index}.accountNo`, code: 'sourcing.accountTwice' }]
}

/** Category in the register, by supplier type; others are 9. */
const categories: Readonly<Record<string, string>> = { material: '1', outsource: '2', equipment: '3', mold: '3', service: '4',
  software: '4' }

/** Maximum length of abbreviations, given by the column width of lists. */
const abbreviationLength = 6

function recordOf(value: FormValue): FormValue {
  const name = trimmed(value, 'supplierName')
  return {
    nameCn: name,
    nameEn: name,
    abbreviation: [...trimmed(value, 'supplierShort')].slice(0, abbreviationLength).join(''),
    category: categories[trimmed(value, 'supplierType')] ?? '9',
    level: value['supplierLevel'] ?? null,
    creditCode: value['creditCode'] ?? null,
  }
}

const accountOf = (row: FormValue) => ({
  accountName: trimmed(row, 'accountName'),
  accountNo: trimmed(row, 'accountNo'),
  bank: trimmed(row, 'bank'),
  branchNo: trimmed(row, 'branchNo') || null,
  swift: trimmed(row, 'swift') || null,
  currency: trimmed(row, 'currencyType'),
})

const trimmed = (value: FormValue, key: string): string => textAt(value, key)?.trim() ?? ''
