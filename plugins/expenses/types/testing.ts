import type { TestProduct } from '#server/documents/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { costCenterId } from '#plugins/demo/server/records.ts'

/** The bearing of documents that the quality engineer files. */
const bearing = { applicantDept: 'sz-quality', bearingDept: 'sz-quality', costCenter: costCenterId('sz-quality') }

export const guest = (index: string): FormValue => ({ rowId: `g${index}`, name: `来宾${index}`, position: '采购' })

/** A dinner of four within the standard of the quality engineer. */
export const dinner = (change: FormValue = {}): FormValue => ({
  ...bearing,
  currencyType: 'CNY',
  entertainmentType: '1',
  entertainDate: '2026-11-24',
  mealTime: '2',
  venue: '松鹤楼',
  reason: '客户来厂验货，安排工作餐',
  counterpartKind: '2',
  counterpartCompany: '华东精密',
  counterpartPeople: [guest('1'), guest('2')],
  host: 'u-quality',
  hostType: '1',
  ourPeople: ['u-quality', 'u-yangfan'],
  ourCount: 2,
  theirCount: 2,
  amountDetails: [{ rowId: 'a1', amountType: '1', detail: '晚餐', quantity: '4', unitPrice: '100.00', amount: '400.00' }],
  estimatedTotalAmount: '400.00',
  ...change,
})

export const serviceRow = (change: FormValue = {}): FormValue => ({
  rowId: 's1',
  expenseDetail: '年度校准',
  quantity: '1',
  unit: 'item',
  unitPrice: '800.00',
  bearingDept: 'sz-quality',
  costCenter: costCenterId('sz-quality'),
  ...change,
})

/** A small service of testing, without a provider. */
export const service = (change: FormValue = {}): FormValue => ({
  ...bearing,
  currencyType: 'CNY',
  serviceFeeType: '2',
  serviceName: '计量校准',
  servicePeriod: ['2026-12-01', '2026-12-31'],
  reason: '年度计量器具送检校准，按计划执行',
  items: [serviceRow()],
  ...change,
})

export const quotation = (index: string, change: FormValue = {}): FormValue => ({ rowId: `q${index}`, supplierName: `供应商${index}`,
  amount: '10001.00', ...change })

export const procurementRow = (change: FormValue = {}): FormValue => ({
  rowId: 'i1',
  itemName: '防静电手套',
  spec: 'M码',
  quantity: '2',
  unit: 'pack',
  unitPrice: '150.00',
  bearingDept: 'sz-quality',
  costCenter: costCenterId('sz-quality'),
  ...change,
})

/** Two packs of gloves for the quality engineer. */
export const procurement = (change: FormValue = {}): FormValue => ({
  ...bearing,
  currencyType: 'CNY',
  procurementType: '3',
  purpose: '产线检验防护',
  needDate: '2026-11-30',
  receiver: 'u-quality',
  deliveryPlace: '质量部',
  urgency: '1',
  items: [procurementRow()],
  ...change,
})

/** Id of a selectable supplier. */
export const anySupplier = async ({ database: { db } }: TestProduct): Promise<string> =>
  (await db.selectFrom('supplier').select('id').where('enable', '=', true).orderBy('id').executeTakeFirstOrThrow()).id
