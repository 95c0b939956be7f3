import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'
import { type DemoStory, type NodeAnswer, before, dayFrom, demoSamples, personId, recordsOf } from '#plugins/demo/server/public-api.ts'

interface Masters {
  readonly plant: string
  readonly parts: readonly string[]
  readonly boards: readonly string[]
  readonly project: string
  readonly customer: string
  readonly group: string
  readonly supplier: string
}

/** Requisitions, forecasts and documents started by SAP, for the plant in Suzhou. */
async function planningStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const masters = await mastersOf(db)
  return [...requisitions(anchor, masters), ...forecasts(anchor, masters), ...pushed(anchor, masters)]
}

async function mastersOf(db: Db): Promise<Masters> {
  const of = (prefix: string) =>
    db.selectFrom('material').select('id').where('factory', '=', '1000').where('enable', '=', true).where('code', 'like', `${prefix}-%`)
      .orderBy('code').limit(4).execute()
  const [parts, boards] = [await of('J'), [...(await of('P')), ...(await of('H'))]]
  const { id: plant } = await db.selectFrom('factory').select('id').where('code', '=', '1000').executeTakeFirstOrThrow()
  const { id: project } = await db.selectFrom('expense_project').select('id').where('status', '=', '1').where('manager', 'is not', null)
    .orderBy('code').executeTakeFirstOrThrow()
  const { id: customer, sales_group_id: group } = await db.selectFrom('customer').select(['id', 'sales_group_id'])
    .where('sales_group_id', 'is not', null).where('enable', '=', true).orderBy('code').executeTakeFirstOrThrow()
  const { id: supplier } = await db.selectFrom('supplier').select('id').where('enable', '=', true).orderBy('code')
    .executeTakeFirstOrThrow()
  return { plant, parts: parts.map(({ id }) => id), boards: boards.map(({ id }) => id), project, customer, group: group ?? '', supplier }
}

const issued: NodeAnswer = { comment: '已按单发料',
  fill: (value) => ({ items: (value['items'] as FormValue[]).map((row) => ({ ...row, issuedQty: row['quantity'] })) }) }
const received: NodeAnswer = { comment: '已收料', fill: (_, at) => ({ receivedDate: dayFrom(at, 0) }) }

/** `days ago | initiator | type | final state | node where it stops` */
const requisitionLines = [
  [58, 'quality', 'production', 'completed', ''],
  [34, 'employee', 'project', 'completed', ''],
  [3, 'quality', 'production', 'running', 'whIssue'],
  [1, 'employee', 'project', 'running', 'projectManager'],
] as const

const requisitions = (anchor: Date, { plant, parts, project }: Masters): DemoStory[] =>
  requisitionLines.map(([ago, by, requisitionType, ends, waitsAt]): DemoStory => {
    const at = before(anchor, ago, 10)
    const isProduction = requisitionType === 'production'
    return {
      type: 'materialRequisition',
      by,
      at,
      ends,
      ...(waitsAt !== '' && { waitsAt }),
      say: { pmc: { comment: '可用库存足够，同意【到货时间：2030-01-01 10:00】' }, whIssue: issued, receiverConfirm: received },
      value: () => ({
        applicantDept: by === 'quality' ? 'sz-quality' : 'sz-hardware',
        factory: plant,
        requisitionType,
        movementType: isProduction ? '261' : '221',
        reason: isProduction ? 'trial' : 'sample',
        ...(isProduction ? { productionOrderNo: '1000123' } : { project }),
        useDate: dayFrom(at, 2),
        receiver: personId(by),
        items: parts.slice(0, 2).map((material, index) => ({ rowId: `m${index}`, material, quantity: String(10 + index * 5), unit: 'pcs',
          storageLocation: '1001' })
        ),
      }),
    }
  })

/** Forecast of the anchor's month, or of the previous one if the filing window is still open. */
function forecasts(anchor: Date, { plant, boards, customer, group }: Masters): DemoStory[] {
  const today = dayFrom(anchor, 0)
  const day = Number(today.slice(8)) >= 4 ? `${today.slice(0, 8)}03` : `${dayFrom(anchor, -Number(today.slice(8))).slice(0, 8)}03`
  return [{
    type: 'salesForecastingMonthStart',
    by: 'xulei',
    at: new Date(`${day}T10:00:00+08:00`),
    ends: 'completed',
    value: () => ({
      applicantDept: 'sz-domestic',
      forecastMonth: `${day.slice(0, 8)}01`,
      salesGroup: group,
      channel: 'domestic',
      factory: plant,
      forecaster: personId('xulei'),
      note: '按客户滚动计划填报',
      lines: boards.slice(0, 3).map((material, index) => ({ rowId: `l${index}`, material, customer: index === 0 ? customer : null,
        m1: 200 + index * 40, m2: 220 + index * 40, m3: 180 + index * 40, m4: 150, m5: 150, m6: 100 })
      ),
    }),
  }]
}

type Pushed = readonly [type: string, by: string, ends: DemoStory['ends'], header: (at: Date) => FormValue, item: (at: Date) => FormValue]

const pushed = (anchor: Date, { plant, parts, project, customer, supplier }: Masters): DemoStory[] => {
  const material = parts[0] ?? ''
  const line = { itemNo: 10, material, desc: '板对板连接器', unit: 'PC' }
  const types: readonly Pushed[] = [
    ['sapPurchaseRequisition', 'quality', 'running',
      () => ({ prNo: '0010012345', docType: 'NB', purchaseGroup: 'P01', plant, requester: personId('quality'), currencyType: 'CNY',
        reason: '产线夹具补充' }),
      (at) => ({ ...line, qty: '200', price: '6.350000', priceUnit: 1, deliveryDate: dayFrom(at, 30), stock: '120', openPoQty: '0' })],
    ['salesOverflowReview', 'xulei', 'running',
      (at) => ({ salesOrder: '4500012345', orderType: 'ZOR', customer, salesGroup: 'S01', salesperson: personId('xulei'),
        amount: '86000.00', currencyType: 'CNY', requestDate: dayFrom(at, 20), overflowReason: 'urgent' }),
      () => ({ ...line, orderQty: '600', forecastQty: '400', usedForecastQty: '100', overflowQty: '300', stock: '150' })],
    ['materialManagement', 'employee', 'running',
      (at) => ({ taskNo: 'D2600123', project, productModel: 'HY-300', requester: personId('employee'), requireDate: dayFrom(at, 60) }),
      () => ({ itemNo: 10, desc: '耐高温连接器', spec: '105℃ 10P', mpn: 'HT-10P', manufacturer: '示范电子', annualQty: '12000', unit: 'PC',
        targetPrice: '2.400000' })],
    ['reserveTurnPreSap', 'zengyan', 'running',
      () => ({ changeNo: 'C2600045', plant, requester: personId('zengyan'), reason: '急单优先，调整预留' }),
      (at) => ({ ...line, fromReservation: '0006500001', fromItem: '0010', fromObject: '1000456', toObject: '1000789', reservedQty: '300',
        changeQty: '120', requireDate: dayFrom(at, 7), amount: '1200.00' })],
    ['moqApproveSap', 'dongmei', 'completed', () => ({ batchNo: 'MOQ260045', plant, purchaseGroup: 'P01', buyer: personId('dongmei') }),
      () => ({ ...line, supplier, requireQty: '800', moq: '1000', packQty: '100', orderQty: '1000', price: '3.200000',
        last6Usage: '2400' })],
    ['pmcManualSap', 'zengyan', 'running',
      (at) => ({ prepNo: 'B2600012', plant, planner: personId('zengyan'), customer, expireDate: dayFrom(at, 90), currencyType: 'CNY',
        reason: '客户预告订单提前备料' }),
      (at) => ({ ...line, qty: '500', price: '3.200000', requireDate: dayFrom(at, 30), stock: '80', last6Usage: '1500' })],
    ['negativeRecordSap', 'zengyan', 'completed',
      (at) => ({ recordNo: 'N2600031', period: dayFrom(at, 0).slice(0, 7), department: 'dg-pmc', responsible: personId('zengyan'),
        appealType: 'other', deadline: dayFrom(at, 10), amount: '1600.00', appealReason: '客户取消订单后剩余，已安排其他机型消化' }),
      () => ({ ...line, sourceType: '订单', sourceDoc: '4500012001', requireQty: '500', consumedQty: '0', surplusQty: '500',
        amount: '1600.00' })],
  ]
  const say: Readonly<Record<string, NodeAnswer>> = {
    pmc: { comment: '同意MOQ采购',
      fill: (value) => ({ items: (value['items'] as FormValue[]).map((row) => ({ ...row, decision: '1' })) }) },
    pmcJudge: { comment: '情况属实，驳回申诉',
      fill: (value) => ({ items: (value['items'] as FormValue[]).map((row) => ({ ...row, result: 'dismiss' })) }) },
  }
  return types.map(([type, by, ends, header, item], index): DemoStory => {
    const at = before(anchor, ends === 'completed' ? 20 : index + 1, 10)
    const sapDocNo = `00100${String(12345 + index)}`
    return { type, by, at, ends, say,
      value: () => ({ title: `SAP ${sapDocNo}`, applicantDept: departments[by], sapDocNo, sapVersion: 1, ...header(at),
        items: [{ rowId: 'item-10', ...item(at) }] }) }
  })
}

const departments: Readonly<Record<string, string>> = { quality: 'sz-quality', xulei: 'sz-domestic', employee: 'sz-hardware',
  zengyan: 'dg-pmc', dongmei: 'sz-purchase' }

/** DemoStory of customer-specific cartons with a confirmed proof. */
const packing = (at: Date, { product, customer }: { product: string; customer: string }): DemoStory => ({
  type: 'packingApply',
  by: 'xulei',
  at,
  ends: 'completed',
  say: {
    packageEng: { comment: '已试装',
      fill: () => ({ grossWeight: '12.600', netWeight: '11.200', cartonSize: '400×300×250', pcsPerCarton: 20 }) },
    salesConfirm: { comment: '客户已确认样张', files: { sampleConfirm: ['客户签样.pdf'] } },
  },
  value: async (_, files): Promise<FormValue> => ({
    applicantDept: 'sz-domestic',
    packType: 'custom',
    customer,
    salesOrderNo: '45001287',
    product,
    country: 'DE',
    orderQty: 1200,
    deliveryDate: dayFrom(at, 30),
    items: [
      { rowId: 'p1', itemType: 'colorBox', desc: '客户定制彩盒', isNew: '1', usage: '1', unit: 'pcs', size: '180×120×60',
        artwork: [await files('彩盒设计稿.pdf')] },
      { rowId: 'p2', itemType: 'carton', desc: '五层瓦楞外箱', isNew: '0', usage: '0.05', unit: 'pcs', size: '400×300×250' },
      { rowId: 'p3', itemType: 'manual', desc: '德英双语说明书', isNew: '1', usage: '1', unit: 'pcs',
        artwork: [await files('说明书排版.pdf')] },
    ],
    language: ['en', 'other'],
    marks: ['ce', 'rohs', 'weee'],
    shippingMark: 'HY / HAMBURG / C/NO. 1-60',
    requirement: '彩盒过哑膜，外箱四角护边，按托盘出货',
  }),
})

/** Packing of a customer's order. */
async function packingStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const { customers } = await recordsOf(db)
  const { id: product } = await db.selectFrom('material').select('id').where('code', 'like', 'P-%').orderBy('code').limit(1)
    .executeTakeFirstOrThrow()
  return [packing(before(anchor, 40, 10), { product, customer: customers[0] ?? '' })]
}

/** Plants whose materials each warehouse member may issue; the plant in Vietnam has none. */
const warehouses: Readonly<Record<string, readonly string[]>> = { moxiaotong: ['1000', '2000'], weigang: ['1000'] }

async function saveWarehouses(db: Db): Promise<void> {
  const { id: role } = await db.selectFrom('sys_role').select('id').where('perm_chars', '=', 'warehouse').where('del_flag', '=', 0)
    .executeTakeFirstOrThrow()
  for (const [person, codes] of Object.entries(warehouses)) {
    const plants = await db.selectFrom('factory').select('id').where('code', 'in', codes).execute()
    await db.insertInto('sys_role_member_scope').values({ user_id: personId(person), role_id: role, scope: 'factory',
      values: plants.map(({ id }) => id) }).execute()
  }
}

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'production',
  sort: 150,
  records: (db) => saveWarehouses(db),
}, {
  key: 'production.documents',
  sort: 420,
  stories: async ({ db, anchor }) => [...(await packingStories(db, anchor)), ...(await planningStories(db, anchor))],
})
