import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Form } from '#kernel/form.ts'
import { formProblemsAmong } from '#kernel/composition/problems.ts'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import '#plugins/masters/server/public-api.ts'
import { materialManagement } from './materialManagement.ts'
import { moqApproveSap } from './moqApproveSap.ts'
import { negativeRecordSap } from './negativeRecordSap.ts'
import { pmcManualSap } from './pmcManualSap.ts'
import { reserveTurnPreSap } from './reserveTurnPreSap.ts'
import { salesOverflowReview } from './salesOverflowReview.ts'
import { type Change, delivery, inboundProduct, type InboundProduct, pathsOf } from './testing-inbound.ts'

let world: InboundProduct
/** Codes by which SAP names records of the demo company. */
let codes: Readonly<Record<'project' | 'customer' | 'supplier', string>>
beforeAll(async () => {
  world = await inboundProduct()
  const { db } = world.product.database
  const { code: project } = await db.selectFrom('expense_project').select('code').where('status', '=', '1').where('manager', 'is not', null)
    .orderBy('code').executeTakeFirstOrThrow()
  const { code: customer } = await db.selectFrom('customer').select('code').where('enable', '=', true).orderBy('code')
    .executeTakeFirstOrThrow()
  const { code: supplier } = await db.selectFrom('supplier').select('code').where('enable', '=', true).orderBy('code')
    .executeTakeFirstOrThrow()
  codes = { project, customer, supplier }
}, 120_000)
afterAll(() => world?.product.close())

const line: Change = { itemNo: 10, material: 'J-001', desc: '板对板连接器', unit: 'PC' }
const person = (userName: string) => world.jobNumber(userName)

/** A change of the payload: of its header, or of its only item. */
interface PayloadChange {
  readonly header?: Change
  readonly item?: Change
}

/** The promises of a type that SAP pushes. */
interface PushedContract {
  readonly form: Form
  /** The initiator, by user name. */
  readonly by: string
  header(): Change
  item(): Change
  /** Rules that the payload can break: a payload that breaks each by the least with the path of the refusal, and one that just keeps it. */
  readonly edges: Readonly<Record<string, { readonly breaks: PayloadChange; readonly at: string; readonly keeps: PayloadChange }>>
  /** Rules at a node: what its approver enters in the row, broken by the least, the field of the refusal, and just kept. */
  readonly atNodes: Readonly<
    Record<string, { readonly node: string; readonly breaks: Change; readonly at: string; readonly keeps: Change }>
  >
  /** Rules that only warn, or whose other side is tried with them. */
  readonly elsewhere?: readonly string[]
  /** Entries of approvers in the row, by node, and the opinion where one is asked for. */
  readonly say: Readonly<Record<string, { readonly row?: Change; readonly comment?: string; readonly header?: Change }>>
  readonly passes: readonly string[]
  /** The line of the answer to SAP. */
  readonly answer: Change
  /** Values that the document shows. */
  readonly shows?: Change
  /** Values that the document shows after its decisions. */
  readonly decided?: Change
  /** Actions that are hidden at the first node. */
  readonly hidden?: readonly string[]
}

const contracts: readonly PushedContract[] = [
  {
    form: salesOverflowReview,
    by: 'xulei',
    header: () => ({ salesOrder: '4500012345', orderType: 'ZOR', customer: codes.customer, salesGroup: 'S01',
      salespersonJobNo: person('xulei'), amount: '86000.00', currencyType: 'CNY', overflowReason: 'urgent' }),
    item: () => ({ ...line, orderQty: 600, forecastQty: 400, usedForecastQty: 100, overflowQty: 300 }),
    edges: { 'SO-R0': { breaks: { item: { overflowQty: 299 } }, at: 'items[0].overflowQty', keeps: { item: { overflowQty: 300 } } } },
    atNodes: {
      'SO-R1': { node: 'pmc', breaks: { supplyQty: '600.001', supplyDate: '2026-11-20' }, at: 'items.0.supplyQty',
        keeps: { supplyQty: '600', supplyDate: '2026-11-20' } },
      'SO-R3': { node: 'pmc', breaks: { supplyQty: '600', supplyDate: '2026-11-19' }, at: 'items.0.supplyDate',
        keeps: { supplyQty: '600', supplyDate: '2026-11-20' } },
      'SO-R4': { node: 'salesDirector', breaks: { decision: 'partial', approvedQty: '600.001', approvedDate: '2026-12-01' },
        at: 'items.0.approvedQty', keeps: { decision: 'partial', approvedQty: '600', approvedDate: '2026-12-01' } },
      'SO-R5': { node: 'salesDirector', breaks: { decision: 'partial', approvedQty: '400', approvedDate: '2026-11-30' },
        at: 'items.0.approvedDate', keeps: { decision: 'partial', approvedQty: '400', approvedDate: '2026-12-01' } },
      'SO-R2': { node: 'salesDirector', breaks: { decision: 'accept', approvedQty: '400', approvedDate: '2026-12-01' },
        at: 'items.0.decision', keeps: { decision: 'delay', approvedQty: '400', approvedDate: '2026-12-01' } },
    },
    say: {
      pmc: { row: { supplyQty: '400', supplyDate: '2026-12-01', shortMaterials: 'IC欠料' }, comment: '【到货时间：2099-01-01 10:00】' },
      salesDirector: { row: { decision: 'delay', approvedQty: '400', approvedDate: '2026-12-01' } },
    },
    passes: ['salesManager', 'pmc', 'purchase', 'production', 'salesDirector'],
    answer: { itemNo: 10, decision: 'delay', approvedQty: 400, date: '2026-12-01', remark: 'IC欠料' },
    hidden: ['countersign', 'transfer', 'return'],
  },
  {
    form: materialManagement,
    by: 'employee',
    header: () => ({ taskNo: 'D2600123', project: codes.project, productModel: 'HY-300', requesterJobNo: person('employee'),
      requireDate: '2026-12-20' }),
    item: () => ({ itemNo: 10, desc: '耐高温连接器', annualQty: 12_000, unit: 'PC', targetPrice: '2.400000' }),
    edges: {},
    atNodes: {
      'MD-R4': { node: 'assign', breaks: { developer: 'u-dongmei', planDate: '2026-11-19' }, at: 'items.0.planDate',
        keeps: { developer: 'u-dongmei', planDate: '2026-11-20' } },
      'MD-R1': { node: 'develop', breaks: { devState: '2' }, at: 'items.0.devState', keeps: { devState: '5', stopReason: '项目取消' } },
    },
    elsewhere: ['MD-R2', 'MD-R3', 'MD-R5', 'MD-R6', 'MD-R7'],
    say: { assign: { row: { developer: 'u-dongmei', planDate: '2026-12-10' } },
      develop: { row: { devState: '5', stopReason: '项目取消' } } },
    passes: ['assign', 'develop', 'rdConfirm', 'qualityHead'],
    answer: { itemNo: 10, decision: '5', remark: '项目取消', supplier: null, price: null, moq: null, leadDays: null, date: null },
    hidden: ['refuse'],
  },
  {
    form: reserveTurnPreSap,
    by: 'zengyan',
    header: () => ({ changeNo: 'C2600045', plant: '1000', requesterJobNo: person('zengyan'), reason: '急单优先，调整预留' }),
    item: () => ({ ...line, fromReservation: '0006500001', fromItem: '0010', fromObject: '1000456', toObject: '1000789', reservedQty: 300,
      changeQty: 120, amount: '1200.00' }),
    edges: {
      'RC-R1': { breaks: { item: { changeQty: 300.001 } }, at: 'items[0].changeQty', keeps: { item: { changeQty: 300 } } },
      'RC-R2': { breaks: { item: { toObject: '1000456' } }, at: 'items[0].toObject', keeps: { item: { toObject: '1000457' } } },
      'RC-R3': { breaks: { item: { changeQty: 0 } }, at: 'items[0].changeQty', keeps: { item: { changeQty: 0.001 } } },
    },
    atNodes: {
      'RC-R4': { node: 'pmc', breaks: { agreedQty: '120.001', fromOwner: 'u-dongmei' }, at: 'items.0.agreedQty',
        keeps: { agreedQty: '120', fromOwner: 'u-dongmei' } },
    },
    say: { pmc: { row: { agreedQty: '100', impact: '后单顺延', fromOwner: 'u-dongmei' }, comment: '同意部分' } },
    passes: ['deptHead', 'pmc', 'fromOwner'],
    answer: { itemNo: 10, approvedQty: 100, remark: '后单顺延' },
    decided: { items: [{ amount: '1200.00', agreedAmount: '1000.00' }] },
  },
  {
    form: moqApproveSap,
    by: 'dongmei',
    header: () => ({ batchNo: 'MOQ260045', plant: '1000', purchaseGroup: 'P01', buyerJobNo: person('dongmei') }),
    // 1,000 beyond what is required, at 500 in six months: exactly twelve months, which is not beyond twelve
    item: () => ({ ...line, supplier: codes.supplier, requireQty: 0, moq: 1000, packQty: 100, orderQty: 1000, price: '3.200000',
      last6Usage: 500 }),
    edges: {
      'MQ-R3': { breaks: { item: { orderQty: 900 } }, at: 'items[0].orderQty', keeps: { item: { orderQty: 1000 } } },
      'MQ-R4': { breaks: { item: { orderQty: 1050 } }, at: 'items[0].orderQty', keeps: { item: { orderQty: 1100 } } },
    },
    atNodes: {
      'MQ-R1': { node: 'pmc', breaks: { decision: '1' }, at: 'items.0.consumePlan', keeps: { decision: '1', consumePlan: '通用件' } },
    },
    elsewhere: ['MQ-R2'],
    say: { pmc: { row: { decision: '1', consumePlan: '两个机型通用' } } },
    passes: ['purchase', 'pmc'],
    answer: { itemNo: 10, decision: '1', remark: '两个机型通用' },
    shows: { totalExtra: '3200.00', items: [{ extraQty: '1000', coverMonths: '12' }] },
  },
  {
    form: pmcManualSap,
    by: 'zengyan',
    header: () => ({ prepNo: 'B2600012', plant: '1000', plannerJobNo: person('zengyan'), customer: codes.customer, expireDate: '2026-11-21',
      reason: '客户预告订单提前备料' }),
    item: () => ({ ...line, qty: 500, price: '3.200000', requireDate: '2026-12-20' }),
    edges: {
      'PM-R1': { breaks: { header: { customer: null } }, at: 'header.customer', keeps: {} },
      'PM-R3': { breaks: { header: { expireDate: '2026-11-20' } }, at: 'header.expireDate', keeps: {} },
      'PM-R4': { breaks: { item: { qty: 0 } }, at: 'items[0].qty', keeps: { item: { qty: 0.001 } } },
    },
    atNodes: {
      'PM-R2': { node: 'planHead', breaks: { approvedQty: '500.001' }, at: 'items.0.approvedQty', keeps: { approvedQty: '500' } },
    },
    say: { planHead: { row: { approvedQty: '450' }, header: { responsible: 'u-zengyan' } }, salesConfirm: { comment: '客户确认' } },
    passes: ['planHead', 'salesConfirm'],
    answer: { itemNo: 10, approvedQty: 450 },
    shows: { totalAmount: '1600.00', totalAmountRmb: '1600.00' },
  },
  {
    form: negativeRecordSap,
    by: 'zengyan',
    header: () => ({ recordNo: 'N2600031', period: '2026-11', department: 'dg-pmc', responsibleJobNo: person('zengyan'),
      appealType: 'other', deadline: '2026-11-20', amount: '1600.00', appealReason: '客户取消订单后剩余，已安排其他机型消化' }),
    item: () => ({ ...line, sourceType: '订单', sourceDoc: '4500012001', requireQty: 500, consumedQty: 0, surplusQty: 500,
      amount: '1600.00' }),
    edges: {
      'NR-R1': { breaks: { header: { deadline: '2026-11-19' } }, at: 'header.deadline', keeps: {} },
      'NR-R4': { breaks: { item: { surplusQty: 499 } }, at: 'items[0].surplusQty', keeps: {} },
      'NR-R7': { breaks: { header: { appealType: 'moq' } }, at: 'attachments', keeps: {} },
    },
    atNodes: {
      'NR-R2': { node: 'pmcJudge', breaks: { result: 'partial', newResponsible: 'u-dongmei', waivedAmount: '1600.01' },
        at: 'items.0.waivedAmount', keeps: { result: 'partial', newResponsible: 'u-dongmei', waivedAmount: '1599.99' } },
      'NR-R5': { node: 'pmcJudge', breaks: { result: 'uphold', newResponsible: 'u-zengyan' }, at: 'items.0.newResponsible',
        keeps: { result: 'uphold', newResponsible: 'u-dongmei' } },
      'NR-R6': { node: 'pmcJudge', breaks: { result: 'partial', newResponsible: 'u-dongmei', waivedAmount: '1600.00' },
        at: 'items.0.waivedAmount', keeps: { result: 'partial', newResponsible: 'u-dongmei', waivedAmount: '0.01' } },
    },
    say: { pmcJudge: { row: { result: 'uphold', newResponsible: 'u-dongmei' }, comment: '属实' } },
    passes: ['deptHead', 'pmcJudge', 'newResponsible'],
    answer: { itemNo: 10, decision: 'uphold', responsible: expect.any(String), amount: 1600 },
  },
]

let documents = 0

/** Rules of the mixins are tried with the forms that people file. */
const ofMixins = /^G-/

describe.each(contracts)('$form.en', (contract) => {
  const { form } = contract
  const on = () => filing(world.product, form)
  const pushed = (change: PayloadChange = {}, more: Change = {}) => {
    const sapDocNo = `C${form.prefix}${(documents += 1)}`
    const unique = form.unique ? { recordNo: sapDocNo.slice(-20) } : {}
    return world.push(form.key,
      delivery({ sapDocNo, initiatorJobNo: person(contract.by), title: `SAP ${sapDocNo}`,
        callback: { type: 'RFC', target: 'ZOA_APPROVAL_RESULT' }, ...more }, { ...contract.header(), ...unique, ...change.header }, [{
        ...contract.item(),
        ...change.item,
      }]))
  }
  const filed = async (change?: PayloadChange): Promise<string> => {
    const answer = await pushed(change)
    if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data.businessKey
  }
  const bodyOf = (node: string, row: Change | undefined = contract.say[node]?.row) => {
    const { comment = '同意', header = {} } = contract.say[node] ?? {}
    return { comment, business: { ...header, ...(row && { items: [{ rowId: 'item-10', ...row }] }) } }
  }
  const say = Object.fromEntries(contract.passes.map((node) => [node, bodyOf(node)]))

  it('is sound, and has each of its own rules tried', () => {
    expect(formProblemsAmong(form, world.product.composition.host.plugins).map(({ where, text }) => `${where}: ${text.en}`)).toEqual([])
    const own = form.rules.filter(({ id }) => !ofMixins.test(id)).map(({ id }) => id)
    expect(own.toSorted()).toEqual([...Object.keys(contract.edges), ...Object.keys(contract.atNodes), ...(contract.elsewhere ?? [])]
      .toSorted())
  })

  it('is refused at the path of what breaks a rule by the least, and taken with what just keeps it', async () => {
    for (const [id, { breaks, at, keeps }] of Object.entries(contract.edges)) {
      expect([id, pathsOf(await pushed(breaks))]).toEqual([id, { code: 42009, paths: [at] }])
      expect([id, (await pushed(keeps)).code]).toEqual([id, 200])
    }
  })

  it('holds its rules at the nodes at their edges', async () => {
    for (const [id, { node, breaks, at, keeps }] of Object.entries(contract.atNodes)) {
      const document = await filed()
      await on().passThrough(document, say, node)
      const refused = await on().pass(document, bodyOf(node, breaks))
      expect([id, Object.keys(on().refusal(refused).fields)]).toEqual([id, [at]])
      expect([id, (await on().pass(document, bodyOf(node, keeps))).code]).toEqual([id, 200])
    }
  })

  it('shows what SAP sent, is passed by whom its flow names, and answers line by line', async () => {
    const document = await filed()
    const { business, actions } = await on().detailOf(world.product.as(contract.by), document)
    expect(business).toMatchObject({ sapVersion: 1, ...contract.shows })
    expect(actions.filter((action) => ['submit', 'edit', 'save'].includes(action))).toEqual([])
    const [task] = await on().pending(document)
    const offered = (await on().detailOf(world.product.as(task!.by), document)).actions
    expect((contract.hidden ?? []).filter((action) => offered.includes(action))).toEqual([])
    // a node of several people is passed by each
    expect([...new Set((await on().passThrough(document, say)).map((passed) => passed.split(':')[0]))]).toEqual(contract.passes)
    const [answer, ...others] = await world.answersOf(document)
    expect(others).toEqual([])
    expect((await on().detailOf(world.product.as(contract.by), document)).business).toMatchObject(contract.decided ?? {})
    expect(answer).toMatchObject({ result: 'APPROVED', version: 1, target: 'ZOA_APPROVAL_RESULT', items: [contract.answer] })
    expect(
      pathsOf(
        await world.push(form.key,
          delivery({ sapDocNo: answer?.['sapDocNo'], version: 2, initiatorJobNo: person(contract.by), title: 'SAP' }, contract.header(), [
            contract.item(),
          ])),
      ),
    ).toEqual({ code: 42009, paths: ['sapDocNo'] })
    await world.product.audit()
  })

  it('is filed by nobody here', async () => {
    expect((await on().apply(world.product.as('admin'), { title: 'x' })).code).toBe(403)
  })
})

it('moves the state of a material forward only', async () => {
  const contract = contracts.find(({ form }) => form === materialManagement)!
  const on = filing(world.product, materialManagement)
  const { data } = await world.push(materialManagement.key,
    delivery({ sapDocNo: 'CFORWARD', initiatorJobNo: person(contract.by), title: 'SAP',
      callback: { type: 'RFC', target: 'ZOA_APPROVAL_RESULT' } }, contract.header(), [contract.item()]))
  const pass = (row: object) => on.pass(data.businessKey, { comment: '同意', business: { items: [{ rowId: 'item-10', ...row }] } })
  expect((await pass({ developer: 'u-dongmei', planDate: '2026-12-10', devState: '2' })).code).toBe(200)
  const backwards = await pass({ devState: '1' })
  expect(on.refusal(backwards).fields).toMatchObject({ 'items.0.devState': '开发状态只能向前' })
  expect((await pass({ devState: '5', stopReason: '项目取消' })).code).toBe(200)
})
