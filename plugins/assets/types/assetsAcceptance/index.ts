import { defineForm, type Posts } from '#kernel/form.ts'
import { approve, copy, defineFlow, departmentHead, role, rowPersons, selectUser, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, calculated, date, defineFields, department, documentLink, integer, money, people, percent, person, select, table, text,
  textarea } from '#kernel/fields.ts'
import type { RowTaking } from '#kernel/fields/links.ts'
import { approvalLimits, basics, bearing, closing, header, headerRules } from '#plugins/forms/kit.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'

/** Approval limits of asset acceptances in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('assetLimit', { cn: '资产验收审批限额', en: 'Approval limits of assets' }, {
  assetsAcceptance: { cn: '资产验收', en: 'Asset acceptance', limits: { financeHead: 100_000, viceGm: 500_000 } },
})

const [tech, admin, finance] = [['techCheck'], ['assetAdmin'], ['finance']] as const

const what = defineFields({
  assetName: text({ cn: '资产名称', en: 'Asset name', required: true, max: 30 }),
  assetClass: select({ cn: '资产类别', en: 'Asset class', required: true, dict: 'assetClass', editAt: admin }),
  spec: text({ cn: '规格型号', en: 'Specification', required: true, max: 100 }),
  brand: text({ cn: '品牌', en: 'Brand', max: 50 }),
  manufacturer: text({ cn: '制造商', en: 'Manufacturer', max: 50 }),
  serialNo: text({ cn: '序列号', en: 'Serial no.', required: 'assetClass in ("2000","3000","3100")', shown: true, max: 50 }),
})

const price = defineFields({
  qty: integer({ cn: '数量', en: 'Quantity', required: true, min: 1, default: '1' }),
  unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', default: '"unit"' }),
  price: money({ cn: '含税单价', en: 'Unit price (tax incl.)', required: true, each: true, min: 0 }),
  taxRate: select({
    cn: '税率',
    en: 'Tax rate',
    required: true,
    default: '"13"',
    options: ['0', '3', '6', '9', '13'].map((value) => ({ value, cn: `${value}%`, en: `${value}%` })),
  }),
  grossAmount: calculated({ cn: '含税金额', en: 'Gross amount', result: 'money', value: 'qty * price' }),
  netAmount: calculated({ cn: '未税金额', en: 'Net amount', result: 'money',
    value: 'round half up(qty * price / (1 + number(taxRate) / 100), 2)' }),
})

const keeping = defineFields({
  usefulYears: integer({ cn: '使用年限', en: 'Useful life (years)', required: true, min: 1, max: 50, editAt: finance,
    default: 'parameter("assetRule", "life." + assetClass)' }),
  residualRate: percent({ cn: '残值率', en: 'Residual %', required: true, min: 0, max: 10, editAt: finance, default: '5' }),
  custodian: person({ cn: '保管人', en: 'Custodian', required: true, trend: true, default: 'applicant.id' }),
  location: text({ cn: '存放地点', en: 'Location', required: true, max: 60 }),
  itemResult: select({ cn: '验收结果', en: 'Result', required: true, dict: 'acceptResult', default: '"ok"', editAt: tech }),
  assetNo: text({
    cn: '资产编号',
    en: 'Asset no.',
    readOnly: true,
    editAt: admin,
    max: 20,
    pattern: '^[A-Z0-9-]{6,20}$',
    hint: { cn: '由资产管理员填写，不填则自动编号', en: 'Entered by the asset administrator; numbered automatically if left empty' },
  }),
})

const posted = defineFields({
  sapAssetNo: text({ cn: 'SAP资产号', en: 'SAP asset no.', system: true, readOnly: true, max: 40 }),
})

const [gross, when] = ['round half up(rmb(unitPrice, header.exchangeRate), 2)', 'unitPrice > 0']

/** Copies rows of the purchase, each with its price in RMB. */
const takes: RowTaking = {
  from: 'purchaseDoc',
  of: {
    purchaseContract: {
      rows: 'items',
      when,
      set: { assetName: 'substring(itemName, 1, 30)', spec: 'itemName', qty: 'qty', unit: 'unit', price: gross, taxRate: 'header.taxRate' },
      keeps: ['price'],
    },
    costBasedProcurement: {
      rows: 'items',
      when,
      set: { assetName: 'itemName', spec: 'spec', qty: 'if arrivedQty = null then quantity else arrivedQty', unit: 'unit', price: gross,
        taxRate: 'string(taxRate)' },
      keeps: ['price'],
    },
  },
}

/** The accepted assets, one row each. */
const items = table({
  cn: '资产明细',
  en: 'Assets',
  required: true,
  min: 1,
  max: 200,
  takes,
  section: 'items',
  span: 4,
  columns: { ...what, ...price, ...keeping, ...posted },
  columnGroups: [{ cn: '品牌与制造商', en: 'Brand and manufacturer', columns: ['brand', 'manufacturer'], shows: 'brand' }],
})

const bought = 'assetSource = "purchase"'

const origin = defineFields({
  assetSource: select({ cn: '资产来源', en: 'Source', required: true, trend: true, dict: 'assetSource', default: '"purchase"',
    section: 'origin' }),
  purchaseDoc: documentLink({
    cn: '采购申请/合同',
    en: 'Purchase document',
    required: bought,
    links: ['purchaseContract', 'costBasedProcurement'],
    binds: true,
    max: 1,
    section: 'origin',
    proposes: { set: { supplier: 'option.supplier' } },
  }),
  poNo: text({ cn: 'SAP采购订单号', en: 'SAP purchase order', required: bought, pattern: '^\\d{10}$', section: 'origin',
    hint: { cn: '10位数字', en: '10 digits' } }),
  supplier: supplier({ cn: '供应商', en: 'Supplier', required: bought, section: 'origin' }),
})

const use = defineFields({
  useDept: department({ cn: '使用部门', en: 'User department', as: 'bearingDepartment', required: true, trend: true,
    default: 'applicantDept.id', section: 'use' }),
  costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: true, default: 'usualCostCenter.id', section: 'use' }),
  usualCostCenter: bearing().usualCostCenter,
  project: project({ cn: '项目', en: 'Project', required: 'assetSource in ("selfMade","construct")', section: 'use' }),
  arrivalDate: date({ cn: '到货日期', en: 'Arrival date', required: true, section: 'use' }),
  acceptDate: date({ cn: '验收日期', en: 'Acceptance date', required: true, default: 'today()', section: 'use' }),
  acceptTeam: people({
    cn: '验收小组',
    en: 'Acceptance team',
    required: true,
    min: 2,
    max: 20,
    section: 'use',
    span: 2,
    default: 'distinct values(concatenate([applicant.id], items[custodian != null].custodian.id))',
  }),
})

const result = defineFields({
  totalGross: calculated({ cn: '含税合计', en: 'Gross total', result: 'money', rmb: true, section: 'items',
    value: 'sum(items[grossAmount != null].grossAmount)' }),
  totalNet: calculated({ cn: '未税合计', en: 'Net total', result: 'money', rmb: true, trend: true, section: 'items',
    value: 'sum(items[netAmount != null].netAmount)' }),
  techResult: textarea({ cn: '技术验收结论', en: 'Technical acceptance', atNode: 'techCheck', editAt: ['techCheck'], max: 500,
    section: 'result', span: 4 }),
  rectifyDate: date({ cn: '整改完成日期', en: 'Rectified by', required: 'some i in items satisfies i.itemResult = "rectify"',
    editAt: ['techCheck'], section: 'result' }),
  invoiceNo: text({
    cn: '发票号码',
    en: 'Invoice no.',
    required: bought,
    atNode: 'finance',
    editAt: ['finance'],
    pattern: '^\\d{8,20}$',
    section: 'result',
    hint: { cn: '8–20位数字', en: '8–20 digits' },
  }),
})

const files = defineFields({
  photos: attachment({ cn: '资产照片', en: 'Photos', required: true, max: 20, maxBytes: 20_480_000, extensions: ['jpg', 'png', 'jpeg'],
    section: 'photos', span: 4 }),
  docs: attachment({ cn: '随机资料', en: 'Documents', section: 'photos', span: 4 }),
})

const fields = defineFields({
  ...header({ cn: '固定资产验收', en: 'Asset acceptance' }),
  ...origin,
  ...use,
  items,
  ...result,
  ...files,
})

/** Posts each accepted asset to SAP as a master record; assets built in house are also settled from their project. */
const posts: readonly Posts[] = [
  {
    id: 'asset',
    cn: '资产主数据',
    en: 'Asset master',
    at: 'completion',
    call: 'sap.asset',
    rows: 'items',
    when: 'itemResult != "ng"',
    body: {
      inventoryNo: 'assetNo',
      assetClass: 'assetClass',
      description: 'assetName',
      specification: 'spec',
      serialNo: 'serialNo',
      quantity: 'qty',
      unit: 'unit',
      costCentre: 'header.costCenter.code',
      supplier: 'header.supplier.code',
      purchaseOrder: 'header.poNo',
      capitalisedOn: 'header.acceptDate',
      usefulYears: 'usefulYears',
      residualRate: 'residualRate',
      netAmount: 'netAmount',
    },
    amount: 'netAmount',
    into: 'sapAssetNo',
    role: 'sapAdmin',
  },
  {
    id: 'settlement',
    cn: '在建工程结转',
    en: 'Settlement',
    at: 'completion',
    call: 'sap.assetSettlement',
    when: 'assetSource in ("selfMade","construct")',
    body: { project: 'project.sapId', costCentre: 'costCenter.code', netAmount: 'totalNet', settledOn: 'acceptDate' },
    amount: 'totalNet',
    role: 'sapAdmin',
  },
]

const own = defineRules([
  rule('FA-R1', {
    when: 'count(items) > 0 and (every i in items satisfies i.itemResult = "ng")',
    fields: ['items'],
    at: ['start', 'techCheck'],
    cn: '全部不合格，不能提交验收',
    en: 'All lines are rejected, so the acceptance can’t be submitted',
  }),
  rule('FA-R3', {
    each: 'items',
    when: 'price < parameter("assetRule", "threshold") and assetClass != "7000"',
    fields: ['price'],
    level: 'warn',
    at: ['start', 'assetAdmin'],
    cn: '单价低于固定资产标准',
    en: 'Below the fixed-asset threshold',
  }),
  rule('FA-R4', {
    when: 'purchaseDoc[1].amount > 0 and totalGross > purchaseDoc[1].amount',
    fields: ['items'],
    cn: '验收金额超过合同金额',
    en: 'The accepted amount exceeds the contract amount',
  }),
  rule('FA-R5', {
    each: 'items',
    when: 'custodian != null and header.useDept != null and not(list contains(custodian.departments, header.useDept.id))',
    fields: ['custodian'],
    level: 'warn',
    cn: '保管人不属于使用部门',
    en: 'The custodian isn’t in the user department',
  }),
  rule('FA-R6', { when: 'arrivalDate > today()', fields: ['arrivalDate'], cn: '到货日期不能晚于今天',
    en: 'The arrival date can’t be in the future' }),
  rule('FA-R7', { when: 'acceptDate > today()', fields: ['acceptDate'], cn: '验收日期不能晚于今天',
    en: 'The acceptance date can’t be in the future' }),
  rule('FA-R8', { when: 'acceptDate < arrivalDate', fields: ['acceptDate'], cn: '到货日期不能晚于验收日期',
    en: 'The arrival date must not be later than the acceptance date' }),
  rule('FA-R9', { each: 'items', when: 'price <= 0', fields: ['price'], cn: '含税单价必须大于0',
    en: 'The unit price must be greater than 0' }),
  rule('FA-R10', {
    when: 'rectifyDate <= acceptDate',
    fields: ['rectifyDate'],
    at: ['start', 'techCheck'],
    cn: '整改完成日期必须晚于验收日期',
    en: 'The rectification date must be later than the acceptance date',
  }),
])

const rules = [...headerRules, ...own] as const

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
const flow = defineFlow([
  approve('deptHead', departmentHead('useDept'), { cn: '部门负责人', en: 'Department head' }),
  approve('techCheck', selectUser(3), {
    cn: '技术验收',
    en: 'Technical acceptance',
    mode: 'all',
    manual: true,
    checkList: [
      { id: 'appearance', cn: '外观完好', en: 'Appearance' },
      { id: 'accessories', cn: '附件齐全', en: 'Accessories complete' },
      { id: 'performance', cn: '性能达标', en: 'Performance' },
      { id: 'guard', cn: '安全防护', en: 'Safety guard' },
      { id: 'ehs', cn: '环保职业健康', en: 'EHS' },
    ],
  }),
  approve('custodian', rowPersons('items.custodian'), { cn: '保管人确认', en: 'Custodian', mode: 'all', manual: true }),
  approve('assetAdmin', role('assetAdmin'), {
    cn: '资产管理员',
    en: 'Asset administrator',
    manual: true,
    checkList: [{ id: 'label', cn: '标签已贴', en: 'Label attached' }, { id: 'ledger', cn: '台账已建', en: 'Ledger entered' }],
  }),
  approve('finance', role('accountant'), { cn: '财务审核', en: 'Finance review', manual: true }),
  approve('financeHead', role('financeManager'), { cn: '财务负责人', en: 'Head of finance',
    when: `totalNet >= ${limits.of('assetsAcceptance', 'financeHead')}` }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: `totalNet >= ${limits.of('assetsAcceptance', 'viceGm')}` }),
  copy('cc', rowPersons('items.custodian'), { cn: '抄送', en: 'CC' }),
])

/** Acceptance of delivered or self-made assets before they are capitalised. */
export const assetsAcceptance = defineForm({
  key: 'assetsAcceptance',
  cn: '固定资产验收',
  en: 'Fixed asset acceptance',
  short: { cn: '资产验收', en: 'Asset acceptance' },
  path: '/fixed-asset-apply',
  prefix: 'GDZC',
  group: 'administration',
  icon: 'inbox',
  sections: [
    basics,
    { id: 'origin', cn: '来源', en: 'Source' },
    { id: 'use', cn: '使用与验收', en: 'Use and acceptance' },
    { id: 'items', cn: '资产明细', en: 'Assets' },
    { id: 'result', cn: '验收结论', en: 'Acceptance result' },
    { id: 'photos', cn: '照片与资料', en: 'Photos and documents' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  posts,
  amount: 'totalNet',
  print: { labels: { rows: 'items', number: 'assetNo', name: 'assetName', more: ['spec', 'custodian', 'location'] }, photos: ['photos'],
    signedBy: [{ cn: '使用部门', en: 'Used by' }, { cn: '验收人', en: 'Accepted by' }, { cn: '资产管理员', en: 'Asset administrator' }, {
      cn: '财务',
      en: 'Finance',
    }] },
  subject: ['items.assetName', 'items.spec'],
  unique: [
    { among: 'live', rows: 'items', by: ['serialNo'],
      message: { cn: '序列号已验收：{businessNo}', en: 'The serial number is already accepted: {businessNo}' } },
    { among: 'live', rows: 'items', by: ['assetNo'],
      message: { cn: '资产编号已存在：{businessNo}', en: 'The asset no. already exists: {businessNo}' } },
  ],
  columns: ['assetSource', 'useDept', 'costCenter', 'totalNet', 'arrivalDate', 'acceptDate'],
})
