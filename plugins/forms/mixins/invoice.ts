import { attachment, type ColumnGroup, date, defineFields, money, percent, select, text } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { defineRules, rule } from '#kernel/rules.ts'

const accountant = ['accountantReview'] as const
const invoiced = 'invoiceType != "4"'
const numbers: Label = { cn: '8位或20位数字，多个用逗号分隔；境外和其他票据按票面填写',
  en: '8 or 20 digits, as printed for overseas and other receipts; separate several with commas' }

/** Invoice columns of an expense row. */
export const invoice = defineFields({
  invoiceType: select({ cn: '发票类型', en: 'Invoice type', required: true, dict: 'invoiceType', editAt: accountant, default: '"1"' }),
  invoiceTitle: select({
    as: 'invoiceBuyer',
    cn: '发票抬头',
    en: 'Invoice title',
    required: invoiced,
    dict: 'company',
    editAt: accountant,
    default: 'bearingDept.company',
  }),
  invoiceNo: text({
    as: 'invoiceNumber',
    trend: true,
    cn: '发票号码',
    en: 'Invoice no.',
    required: invoiced,
    max: 500,
    unrepeated: true,
    editAt: accountant,
    hint: numbers,
    pattern: '^[A-Za-z0-9/-]{3,40}(,[A-Za-z0-9/-]{3,40})*$',
  }),
  invoiceCode: text({
    as: 'invoiceCode',
    cn: '发票代码',
    en: 'Invoice code',
    visible: 'string length(invoiceNo) = 8',
    unrepeated: true,
    editAt: accountant,
    pattern: '^(\\d{10}|\\d{12})$',
  }),
  invoiceDate: date({ cn: '开票日期', en: 'Invoice date', as: 'invoiceDate', required: invoiced, editAt: accountant }),
  invoiceKind: select({
    as: 'invoiceKind',
    cn: '票种',
    en: 'Invoice category',
    required: invoiced,
    dict: 'invoiceKind',
    editAt: accountant,
    default: '"2"',
    voucherKinds: { special: '1', digital: '2', older: '2', ordinary: '2', air: '5', rail: '6' },
  }),
  taxRate: percent({
    as: 'invoiceTaxRate',
    cn: '税率',
    en: 'Tax rate',
    required: 'invoiceKind in ("1","5","6")',
    min: 0,
    max: 13,
    editAt: accountant,
    default: 'if invoiceKind in ("5","6") then 9 else 6',
  }),
  taxAmount: money({
    as: 'invoiceTax',
    cn: '税额',
    en: 'Tax amount',
    min: 0,
    editAt: accountant,
    default: 'if expenseCategory.deductible and taxRate != null then decimal(amount / (100 + taxRate) * taxRate, 2) else 0',
  }),
  noInvoiceReason: text({ cn: '无票说明', en: 'Reason for no invoice', required: 'invoiceType = "4"', max: 200 }),
  invoiceFiles: attachment({
    as: 'invoiceFiles',
    trend: true,
    cn: '发票附件',
    en: 'Invoice files',
    required: 'invoiceType in ("1","3")',
    max: 20,
    maxBytes: 20_480_000,
    editAt: accountant,
    extensions: ['pdf', 'ofd', 'xml', 'png', 'jpg'],
  }),
})

/** Column group of the invoice columns: shown as one cell with number and kind. */
export const invoiceGroup = {
  cn: '发票',
  en: 'Invoice',
  shows: 'invoiceNo',
  tag: 'invoiceKind',
  columns: ['invoiceType', 'invoiceTitle', 'invoiceNo', 'invoiceCode', 'invoiceDate', 'invoiceKind', 'taxRate', 'taxAmount',
    'noInvoiceReason', 'invoiceFiles'],
} satisfies ColumnGroup

/** Rules of the invoice columns in the table `rows`; `amount` is the column with its amounts. */
export const invoiceRules = (rows: string, amount = 'amount') =>
  defineRules([
    rule('INV-01', {
      each: rows,
      when: 'invoiceDate > today()',
      fields: ['invoiceDate'],
      cn: '开票日期不能晚于今天',
      en: 'The invoice date cannot be after today',
    }),
    rule('INV-02', {
      each: rows,
      when: `taxAmount >= ${amount}`,
      fields: ['taxAmount'],
      at: ['start', 'accountantReview'],
      cn: '税额须小于金额',
      en: 'The tax must be less than the amount',
    }),
  ])
