import { calculated, date, datetime, defineFields, documentLink, integer, money, radio, select, table, text,
  textarea } from '#kernel/fields.ts'
import type { RowTaking } from '#kernel/fields/links.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { bankAccount, supplier } from '#plugins/masters/references.ts'
import { classified, contractBlock, summed } from '../block/fields.ts'
import { clauses } from '../block/clauses.ts'
import { lines } from '../block/lines.ts'

const { header, terms, parties, paper } = contractBlock({ cn: '采购合同审批', en: 'Purchase contract' })

/** Columns for the item's name, and for its last price. */
const [itemName, lastPrice] = [
  { itemName: text({ cn: '名称规格', en: 'Name & specification', required: true, max: 100, default: 'material.nameCn' }) },
  {
    // from SAP's info record, else from the last contract
    sapPrice: money({ cn: 'SAP信息记录价', en: 'SAP info record', system: true, readOnly: true, precision: 6, each: true,
      visible: 'false' }),
    contractPrice: money({ cn: '上次合同价', en: 'Last contract price', system: true, readOnly: true, precision: 6, each: true,
      visible: 'false' }),
    lastPrice: calculated({ cn: '上次价格', en: 'Last price', result: 'money', precision: 6, each: true,
      value: 'if sapPrice != null then sapPrice else contractPrice' }),
    priceReadAt: datetime({ cn: 'SAP价格读取时间', en: 'SAP price as of', system: true, readOnly: true }),
  },
]

/** Copies lines of an approved price application at its gross prices, or of a purchase request. */
const takes: RowTaking = {
  from: 'sourceDoc',
  of: {
    purchasePrice: {
      rows: 'items',
      when: 'newPrice != null',
      set: { material: 'material', itemName: 'substring(material.nameCn, 1, 100)', unit: 'unit',
        unitPrice: 'round half up(newPrice / priceUnit * (1 + number(header.taxRate) / 100), 6)' },
      keeps: ['material', 'unit', 'unitPrice'],
    },
    costBasedProcurement: {
      rows: 'items',
      set: { material: 'material', itemName: 'substring(itemName + " " + spec, 1, 100)', qty: 'quantity', unit: 'unit',
        unitPrice: 'unitPrice' },
    },
  },
}

const quoted = 'amountRmb >= 50000 and useSole = "0"'

export const fields = defineFields({
  ...header,
  ...classified('purchase'),
  supplier: supplier({ cn: '供应商', en: 'Supplier', required: true, trend: true, section: 'parties' }),
  supplierLevel: calculated({ cn: '供应商等级', en: 'Supplier level', result: 'text', value: 'supplier.level', section: 'parties' }),
  ...parties,
  purchaseOrg: select({ cn: '采购组织', en: 'Purchasing organisation', required: true, dict: 'purchaseOrg', default: '"1000"',
    section: 'parties' }),
  sapAgreementNo: text({ cn: 'SAP框架协议号', en: 'SAP agreement no.', system: true, readOnly: true, max: 40, section: 'parties' }),
  sourceDoc: documentLink({
    cn: '关联采购申请',
    en: 'Source document',
    links: ['purchasePrice', 'costBasedProcurement'],
    binds: true,
    max: 1,
    required: 'subjectType in ("equipment","software","engineering")',
    shown: true,
    proposes: { set: { supplier: 'option.supplier', currencyType: 'option.currencyType' } },
    section: 'contract',
    span: 2,
  }),
  costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: 'not(subjectType = "material")', section: 'amount' }),
  ...summed,
  deliveryDate: date({ cn: '交货日期', en: 'Delivery date', required: 'contractType != "framework"', section: 'items' }),
  ...lines({ cn: '采购明细', en: 'Purchase lines', max: 300, required: 'header.subjectType = "material"', named: itemName, more: lastPrice,
    takes }),
  ...terms,
  payee: bankAccount({ cn: '供应商账户', en: 'Supplier account', required: 'prepayPercent > 0', section: 'terms' }),
  useSole: radio({ cn: '是否独家采购', en: 'Sole source', required: true, dict: 'yesNo', default: '"0"', section: 'quotes' }),
  soleReason: textarea({ cn: '独家原因', en: 'Sole-source reason', required: 'useSole = "1"', max: 500, section: 'quotes', span: 4 }),
  quotes: table({
    cn: '比价记录',
    en: 'Quotation comparison',
    visible: quoted,
    max: 20,
    section: 'quotes',
    span: 4,
    columns: {
      supplierName: text({ cn: '供应商名称', en: 'Supplier', required: true, max: 100 }),
      unitTotal: money({ cn: '报价', en: 'Amount', required: true, min: 0 }),
      deliveryDays: integer({ cn: '交期（天）', en: 'Delivery days', min: 0, max: 999 }),
      note: text({ cn: '说明', en: 'Note', max: 100 }),
    },
  }),
  ...clauses(['quality', 'delivery', 'payment', 'warranty', 'breach']),
  ...paper,
})
