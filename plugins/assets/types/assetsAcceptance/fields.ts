import { attachment, calculated, date, defineFields, department, documentLink, people, select, text, textarea, integer, money, percent,
  person, table } from '#kernel/fields.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { bearing, header } from '#plugins/forms/kit.ts'
import { supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import type { RowTaking } from '#kernel/fields/links.ts'

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

export const fields = defineFields({
  ...header({ cn: '固定资产验收', en: 'Asset acceptance' }),
  ...origin,
  ...use,
  items,
  ...result,
  ...files,
})
