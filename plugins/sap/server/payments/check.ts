import type { FieldProblem } from '#kernel/errors.ts'
import { sumMoney } from '#kernel/values/money.ts'
import { textAt } from '#kernel/values/value.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import cn from '#plugins/sap/locales/cn.ts'
import en from '#plugins/sap/locales/en.ts'
import type { OpenItem } from '../wire.ts'
import type { VendorQuestion, VendorFacts } from '../vendor-facts.ts'
import { downPayment, type PaidItem, paidItems, sameItem } from './paid.ts'

type CheckStep = Pick<DocumentStep, 'form' | 'value'>

/** Finds the values of a payment that SAP does not have. */
export function judgedBySap(step: CheckStep, question: VendorQuestion, facts: VendorFacts): FieldProblem[] {
  return [...vendorProblems(step, facts),
    ...(step.value['sapPayKind'] === downPayment ? orderProblems(step, question, facts) : itemProblems(step, facts))]
}

function vendorProblems(step: CheckStep, { vendor }: VendorFacts): FieldProblem[] {
  if (!vendor) return [unknown(step, 'supplier')]
  return vendor.blocked ? [{ field: 'supplier', code: 'sap.blocked' }] : []
}

function orderProblems(step: CheckStep, { vendor, companyCode, order }: VendorQuestion, facts: VendorFacts): FieldProblem[] {
  if (order === undefined) return []
  if (!facts.order) return [unknown(step, 'poNo')]
  return facts.order.vendor === vendor && facts.order.companyCode === companyCode ? [] : [{ field: 'poNo', code: 'sap.orderOfOther' }]
}

/** A field whose value SAP does not know, with the name of the field in both languages. */
const unknown = ({ form }: CheckStep, field: string): FieldProblem => {
  const code = 'sap.unknown'
  const label = form.fields[field] ?? { cn: field, en: field }
  return { field, code, message: { cn: cn[code].replace('{label}', label.cn), en: en[code].replace('{label}', label.en) } }
}

function itemProblems({ value }: CheckStep, { items: open }: VendorFacts): FieldProblem[] {
  const paid = paidItems(value)
  const currency = textAt(value, 'currencyType')
  return paid.flatMap((item, position) => {
    const at = (column: string,
      code: string): FieldProblem[] => [{ field: `items.${item.index}.${column}`, code, parameters: { doc: item.documentNo } }]
    if (paid.slice(0, position).some((other) => sameItem(other, item))) return at('sapDocNo', 'sap.itemTwice')
    const known = open.find((each) => sameItem(each, item))
    if (!known || known.currency !== currency) return at('sapDocNo', 'sap.oneVendor')
    if (!isAsInSap(item, known)) return at('subtotal', 'sap.itemChanged')
    return isTooMuch(item.row['thisPayAmount'], known.openAmount) ? at('thisPayAmount', 'sap.tooMuch') : []
  })
}

/** A value that nobody types into has to be what SAP has. */
const isAsInSap = ({ row }: PaidItem, { amount, dueDate, postingDate, reference }: OpenItem): boolean =>
  decimal(row['subtotal']).eq(decimal(amount)) && row['dueDate'] === dueDate && row['postingDate'] === postingDate &&
  (row['reference'] ?? '') === (reference ?? '')

const isTooMuch = (paid: unknown, open: string): boolean => decimal(paid).abs().gt(decimal(open).abs())

const decimal = (value: unknown) => sumMoney([typeof value === 'string' ? value : null])
