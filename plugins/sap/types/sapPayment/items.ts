import { calculated, date, integer, money, table, text } from '#kernel/fields.ts'

const accountant = ['accountantReview'] as const

/** A down payment is typed; everything else is an open item of SAP, which stays as SAP has it. */
const ofSap = 'header.sapPayKind != "1"'

export const items = table({
  cn: '付款行',
  en: 'Payment items',
  required: true,
  min: 1,
  max: 500,
  section: 'items',
  span: 4,
  fetches: {
    cn: '从SAP获取未清项',
    en: 'Fetch open items from SAP',
    call: '/oaserver/sap/openItems',
    by: ['sapCompanyCode', 'supplier', 'currencyType'],
    when: 'sapPayKind != "1"',
  },
  columns: {
    sapDocNo: text({ cn: '凭证号', en: 'Document no.', max: 10, required: ofSap, locked: ofSap }),
    fiscalYear: integer({ cn: '年度', en: 'Fiscal year', min: 1900, max: 9999, isName: true, required: ofSap, locked: ofSap }),
    lineNo: integer({ cn: '行', en: 'Line', min: 1, max: 999, required: ofSap, locked: ofSap }),
    reference: text({ cn: '发票号', en: 'Invoice reference', max: 40, visible: ofSap, locked: ofSap }),
    postingDate: date({ cn: '过账日', en: 'Posting date', visible: ofSap, locked: ofSap }),
    dueDate: date({ cn: '到期日', en: 'Due date', visible: ofSap, locked: ofSap }),
    subtotal: money({ cn: '金额', en: 'Amount', required: true, locked: ofSap }),
    openAmount: money({ cn: '未清金额', en: 'Open amount', locked: 'true', default: 'if header.sapPayKind = "1" then subtotal else null' }),
    thisPayAmount: money({ cn: '本次付款', en: 'Paid this time', required: true, trend: true, editAt: accountant, default: 'openAmount' }),
    overdueDays: calculated({ cn: '逾期天数', en: 'Days past due', result: 'integer',
      value: 'if dueDate = null then null else max(0, days(dueDate, today()) - 1)' }),
    specialGl: text({ cn: '特别总账标识', en: 'Special G/L indicator', required: 'header.sapPayKind = "1"', max: 1, pattern: '^[A-Z0-9]$',
      editAt: accountant, default: '"A"' }),
    itemText: text({ cn: '行文本', en: 'Item text', required: true, max: 25, editAt: accountant,
      default: 'substring(header.paymentReason, 1, 25)' }),
  },
})
