import { calculated, date, defineFields, money, number, percent, person, radio, select, table, text, textarea,
  toggle } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { material, supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { bearingOfApplication, budget, fx, header, inRmb, quotes, rowBearing, settling } from '#plugins/forms/kit.ts'

const accountant = ['accountantReview'] as const
const handling = ['procurementHandle'] as const
const receiving = ['receipt'] as const

const demand = defineFields({
  procurementType: select({ cn: '采购类别', en: 'Purchase type', required: true, trend: true, dict: 'procurementType', section: 'demand',
    default: '"1"' }),
  expenseCategory: expenseCategory({
    cn: '费用类型',
    en: 'Expense category',
    required: true,
    trend: true,
    editAt: accountant,
    section: 'demand',
    filter: 'option.requiresLink = "costBasedProcurement"',
  }),
  needDate: date({ cn: '需求日期', en: 'Needed by', required: true, section: 'demand' }),
  urgency: radio({ cn: '紧急程度', en: 'Urgency', required: true, trend: true, dict: 'urgency', section: 'demand', default: '"1"' }),
  receiver: person({ cn: '收货人', en: 'Recipient', required: true, section: 'demand', default: 'applicant.id' }),
  deliveryPlace: text({ cn: '收货地点', en: 'Delivery address', required: true, max: 100, section: 'demand', span: 3 }),
  purpose: textarea({ cn: '用途说明', en: 'Purpose', required: true, min: 5, max: 500, section: 'demand', span: 4 }),
})

const items = table({
  cn: '采购明细',
  en: 'Items',
  required: true,
  max: 100,
  section: 'items',
  span: 4,
  columns: {
    itemName: text({ cn: '物品名称', en: 'Item name', required: true, max: 30, editAt: handling }),
    material: material({ cn: '物料', en: 'Material', editAt: handling }),
    spec: text({ cn: '规格型号', en: 'Specification', required: true, max: 100, editAt: handling }),
    quantity: number({ cn: '数量', en: 'Quantity', required: true, min: 0, precision: 2, default: '1' }),
    unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', default: '"pcs"' }),
    unitPrice: money({ cn: '含税单价', en: 'Unit price incl. tax', each: true, required: true, min: 0, editAt: handling }),
    amount: calculated({ cn: '金额', en: 'Amount', result: 'money', value: 'quantity * unitPrice' }),
    amountRmb: inRmb('quantity * unitPrice'),
    supplier: supplier({ cn: '供应商', en: 'Supplier', atNode: 'procurementHandle', editAt: handling }),
    taxRate: percent({ cn: '税率', en: 'Tax rate', min: 0, max: 13, editAt: handling, default: '13' }),
    ...rowBearing({ editAt: accountant }),
    project: project({ cn: '项目', en: 'Project', required: 'header.expenseCategory.projectRequired', editAt: accountant,
      default: 'header.project.id' }),
    arrivedQty: number({ cn: '到货数量', en: 'Quantity received', min: 0, precision: 2, atNode: 'receipt', editAt: receiving,
      default: 'quantity' }),
    arrivalDate: date({ cn: '到货日期', en: 'Arrival date', atNode: 'receipt', editAt: receiving, default: 'today()' }),
  },
})

export const fields = defineFields({
  ...header({ cn: '费用类采购', en: 'Purchase request' }),
  ...bearingOfApplication('needDate', accountant),
  ...demand,
  ...fx({ total: 'sum(items[amount != null].amount)', rmb: 'sum(items[amountRmb != null].amountRmb)' }),
  items,
  approvedTotalRmb: money({ cn: '申报金额（人民币）', en: 'Submitted total (RMB)', rmb: true, system: true, readOnly: true }),
  fixedAssetFlag: toggle({
    cn: '是否达到固定资产标准',
    en: 'Qualifies as a fixed asset',
    system: true,
    readOnly: true,
    section: 'items',
    value: 'procurementType in ("2","5") and (some i in items satisfies i.unitPrice >= 2000)',
  }),
  ...quotes(5000, handling, { cn: '比价', en: 'Quotations' }),
  // common supplier of all items, for documents that claim the request; null where they differ
  onlySupplier: calculated({
    cn: '唯一供应商',
    en: 'Only supplier',
    result: 'text',
    visible: 'false',
    section: 'items',
    value: 'if items[1].supplier.id != null and (every i in items satisfies i.supplier.id = items[1].supplier.id) ' +
      'then items[1].supplier.id else null',
  }),
  usedAmount: calculated({ cn: '已用', en: 'Used', result: 'money', visible: 'usedAmount != null', system: true, section: 'items' }),
  remainingAmount: calculated({ cn: '剩余', en: 'Remaining', result: 'money', visible: 'remainingAmount != null', system: true,
    section: 'items' }),
  ...settling('items'),
  ...budget('false'),
})
