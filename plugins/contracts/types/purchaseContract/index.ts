import { copy, defineFlow, role } from '#kernel/flow.ts'
import { defineForm, type Posts } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, date, datetime, defineFields, documentLink, integer, money, radio, select, table, text,
  textarea } from '#kernel/fields.ts'
import type { RowTaking } from '#kernel/fields/links.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { bankAccount, supplier } from '#plugins/masters/references.ts'
import { contractRules, limits, nodes, numberedOnce, reviewedSections, subject } from '../block/form.ts'
import { classified, clauseReview, clauseRules, clauses, contractBlock, lineRules, lines, summed } from '../block/fields.ts'

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

const fields = defineFields({
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

/** Posts framework and annual contracts to SAP as outline agreements, which end when the contract is undone. */
const posts: readonly Posts[] = [
  {
    id: 'agreement',
    cn: '框架协议',
    en: 'Outline agreement',
    at: 'completion',
    call: 'sap.agreement',
    when: 'contractType = "framework" or (contractType = "annual" and count(items) > 0)',
    body: {
      contractNo: 'contractNo',
      vendor: 'supplier.code',
      purchaseOrg: 'purchaseOrg',
      currency: 'currencyType',
      targetValue: 'amount',
      validFrom: 'signDate',
      validTo: 'expiryDate',
      paymentTerm: 'paymentTerm',
      materials: 'items.material.code',
      descriptions: 'items.itemName',
      quantities: 'items.qty',
      units: 'items.unit',
      prices: 'items.unitPrice',
    },
    amount: 'amountRmb',
    into: 'sapAgreementNo',
    reversal: 'sap.agreementClosing',
    role: 'sapAdmin',
  },
]

const own = defineRules([
  rule('P-R1', {
    when: `amountRmb >= ${limits.of('purchaseContract', 'quotations')} and useSole = "0" and count(quotes) < 2`,
    fields: ['quotes'],
    cn: '请至少提供两家报价',
    en: 'Please provide at least two quotations',
  }),
  rule('P-R3', {
    each: 'items',
    when: 'unitPrice > lastPrice * 1.05',
    fields: ['unitPrice'],
    level: 'warn',
    blanks: { p: 'round half up((unitPrice / lastPrice - 1) * 100, 1)' },
    cn: '价格高于上次{p}%',
    en: 'Price is {p}% above the last price',
  }),
  rule('P-R4', {
    when:
      '(some i in items satisfies i.takenFrom != null) and sourceDoc[1].currencyType != null and sourceDoc[1].currencyType != currencyType',
    fields: ['currencyType'],
    cn: '带入的价格与合同币种不一致',
    en: 'The prices carried over are in a different currency from the contract',
  }),
  rule('P-R5', {
    when: 'supplier != null and sourceDoc[1].supplier != null and sourceDoc[1].supplier != supplier.id',
    fields: ['supplier'],
    cn: '供应商与关联的价格审批不一致',
    en: 'The supplier differs from the linked price approval',
  }),
  rule('P-R2', { when: 'supplier.level = "D"', fields: ['supplier'], cn: '供应商已冻结', en: 'The supplier is blocked' }),
])

const { deptHead, purchase, legal, finance, vp, gm, seal, archive, cc } = nodes
const warehouse = copy('ccWarehouse', role('warehouse'), { cn: '抄送仓库', en: 'CC warehouse', when: 'subjectType = "material"' })

/** Contract with a supplier, reviewed clause by clause. */
export const purchaseContract = defineForm({
  key: 'purchaseContract',
  cn: '采购合同审批',
  en: 'Purchase contract',
  short: { cn: '采购合同', en: 'Purchase contract' },
  path: '/purchase-contract',
  prefix: 'CGHT',
  group: 'contract',
  icon: 'shopping-cart',
  amount: 'amountRmb',
  abortAfterCompletion: true,
  sections: reviewedSections({ cn: '交货与明细', en: 'Delivery and lines' }, [{ id: 'quotes', cn: '询价比价', en: 'Quotations' }]),
  fields,
  rules: [...headerRules, ...fxRules, ...contractRules, ...lineRules, ...clauseRules, ...own],
  flow: defineFlow([deptHead, purchase, clauseReview, legal, finance, vp, gm, seal, archive, cc, warehouse]),
  posts,
  figures: [{
    call: 'sap.lastPrice',
    with: { vendor: 'supplier', material: 'material', currency: 'currencyType', taxRate: 'taxRate' },
    rows: 'items',
    into: { sapPrice: 'gross' },
    readAt: 'priceReadAt',
    at: ['edit', 'submit'],
  }],
  unique: numberedOnce,
  subject,
  columns: ['contractNo', 'contractName', 'supplier', 'contractType', 'amountRmb', 'expiryDate'],
})
