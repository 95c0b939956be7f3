import type { Db } from '#server/database/tables.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type DemoStory, type NodeAnswer, type StoryMove, accountNumber, before, cells, chance, commented, costCenterId, dayFrom,
  demoSamples, personId, projectId, recordsOf } from '#plugins/demo/server/public-api.ts'

/** Sourcing documents: price decisions, samples and supplier introductions. */
async function sourcingStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const { suppliers } = await recordsOf(db)
  return [...sampleStories(anchor, suppliers[1] ?? ''), ...supplierStories(anchor, suppliers[3] ?? ''),
    ...priceStories(anchor, await priced(db, suppliers[1] ?? ''))]
}

/** Selects a connector of the Suzhou plant for the price decisions. */
async function priced(db: Db, supplier: string): Promise<PriceObject> {
  const { id: material } = await db.selectFrom('material').select('id').where('code', 'like', 'J-%').where('factory', '=', '1000').orderBy(
    'code',
  ).limit(1)
    .executeTakeFirstOrThrow()
  const { id: factory } = await db.selectFrom('factory').select('id').where('code', '=', '1000').executeTakeFirstOrThrow()
  const others = await db.selectFrom('supplier').select(['code', 'id']).where('code', 'in', ['V200004', 'V200010', 'V200011']).execute()
  return { supplier, others: new Map(others.map(({ code, id }) => [code, id])), material, factory }
}

/** `days ago | vendor | action | price | minimum order | annual quantity | final state | node where it stops | reason` */
const decisions = `
100 | | new | 0.850000 | 1000 | 60000 | completed | | 板对板连接器首次定价
62 | V200011 | new | 0.880000 | 1000 | 20000 | completed | | 板对板连接器引入第二供应商
30 | | down | 0.820000 | 1000 | 60000 | completed | | 年用量上升，协商降价
6 | V200004 | new | 0.840000 | 2000 | 15000 | completed | | 板对板连接器小批量备选
3 | V200010 | new | 0.835000 | 2000 | 30000 | completed | | 板对板连接器第三家比价
1 | | up | 0.860000 | 1000 | 60000 | running | purchaseManager | 铜价上涨，供应商提出调价
`

/** Subject of the price decisions. */
interface PriceObject {
  readonly supplier: string
  /** Ids of other suppliers of the material, by code. */
  readonly others: ReadonlyMap<string, string>
  readonly material: string
  /** Id of the plant. */
  readonly factory: string
}

/** Price history of a connector: introduced, lowered, and about to be raised with copper prices. */
const priceStories = (anchor: Date, { supplier, others, material, factory }: PriceObject): readonly DemoStory[] =>
  decisions.trim().split('\n').map((line): DemoStory => {
    const [ago, vendor, priceAction, newPrice, minQty, annualQty, ends, waitsAt, reason] = cells(line, 9)
    const at = before(anchor, Number(ago), 10)
    return {
      type: 'purchasePrice',
      by: 'dongmei',
      at,
      ends: ends as DemoStory['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      files: { quoteFile: ['供应商报价单.pdf'] },
      say: { cost: { comment: '成本已核，价格合理' } },
      value: (): FormValue => ({
        applicantDept: 'sz-purchase',
        priceAction,
        supplier: others.get(vendor) ?? supplier,
        purchaseOrg: '1000',
        factory,
        infoCategory: '0',
        currencyType: 'CNY',
        taxRate: '13',
        priceSource: 'market',
        paymentTerm: 'm60',
        reason,
        items: [{ rowId: 'i1', material, unit: 'pcs', priceUnit: 1, newPrice, minQty, packQty: '500', leadDays: 14,
          validFrom: dayFrom(at, 0), validTo: '9999-12-31', annualQty }],
      }),
    }
  })

/** `days ago | type | item | supplier | project | models | samples | tester | final state | node where it stops` */
const sampleTable = `
140 | structure | 板对板连接器 | 常州恒达电子有限公司 | P26-001 | GW-200 | 20 | songtao | completed |
6 | electronic | 低功耗蓝牙模组 | | P26-002 | LS-100 | 10 | dengkai | running | test
`

/** Samples of a supplier that is introduced later, and of a module still being tested. */
const sampleStories = (anchor: Date, supplier: string): readonly DemoStory[] =>
  sampleTable.trim().split('\n').map((line): DemoStory => {
    const [ago, sampleType, materialDesc, newSupplierName, project, applyModels, sampleQty, tester, ends, waitsAt] = cells(line, 10)
    const at = before(anchor, Number(ago), 10)
    return {
      type: 'sampleReview',
      name: `sample ${materialDesc}`,
      by: 'dongmei',
      at,
      ends: ends as DemoStory['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      choices: [{ node: 'test', people: [`u-${tester}`] }],
      files: { specFile: [`${materialDesc}规格书.pdf`], supplierReport: ['供应商测试报告.pdf'], rohsReport: ['环保报告.pdf'] },
      say: answers,
      value: () => ({
        applicantDept: 'sz-purchase',
        sampleType,
        sampleReason: newSupplierName === '' ? 'new' : 'supplier',
        materialDesc,
        ...(newSupplierName === '' ? { supplier } : { newSupplierName }),
        ...(sampleType === 'electronic' && { manufacturer: '华芯微', mpn: 'HX-BLE52' }),
        project: projectId(project),
        applyModels,
        sampleQty: Number(sampleQty),
        receiveDate: dayFrom(at, 0),
        requireDate: dayFrom(at, 7),
      }),
    }
  })

const measurements = [['外观', '无缺料、毛刺', '合格，20件全检'], ['尺寸', '符合图纸公差', 'CPK 1.45'], ['插拔寿命', '500次后接触电阻≤30mΩ',
  '最大22mΩ'], ['环保', '符合RoHS', '符合']]

const answers: Readonly<Record<string, NodeAnswer>> = {
  test: {
    comment: '测试完成，全部合格',
    checks: ['appearance', 'dimensions', 'performance', 'reliability', 'rohs'],
    files: { testReport: ['样品测试报告.pdf'] },
    fill: ({ sampleQty }): FormValue => ({ qualifiedQty: sampleQty,
      tests: measurements.map(([item, standard, measured], index) => ({ rowId: `t${index}`, item, standard, measured, result: 'ok' })) }),
  },
  qualityHead: { comment: '同意承认', checks: ['reports', 'sealed'], fill: () => ({ conclusion: 'pass', sampleStorage: 'u-quality' }) },
}

/** `days ago | name | short name | type | reason | credit code | products | score | final state | node where it stops` */
const introductions = `
115 | 常州恒达电子有限公司 | 恒达电子 | material | second | 91320400MA1XYQ8K2P | 板对板连接器 | 88 | completed |
48 | 佛山南信精密模具有限公司 | 南信模具 | mold | newProduct | 91440600MA1NXM5T7R | 注塑模具 | 68 | completed |
4 | 嘉兴启明包装有限公司 | 启明包装 | material | cost | 91330400MA1QMB3W9E | 纸箱、彩盒 | 0 | running | sqe
`

/** Products with an earlier sample review. */
const sampled: ReadonlySet<string> = new Set(['板对板连接器'])

const weights = { quality: 25, technology: 20, delivery: 20, price: 15, env: 10, finance: 10 }

/** Supplier introductions: a second source, a toolmaker that needed the general manager's approval, and one awaiting its audit. */
const supplierStories = (anchor: Date, replaced: string): readonly DemoStory[] => {
  const drawn = chance('introduced-suppliers')
  return introductions.trim().split('\n').map((line): DemoStory => {
    const [ago, name, short, supplierType, introReason, creditCode, products, score, ends, waitsAt] = cells(line, 10)
    const at = before(anchor, Number(ago), 9)
    return {
      type: 'newSuppliers',
      name: `supplier ${short}`,
      by: 'dongmei',
      at,
      ends: ends as DemoStory['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      files: { surveyFile: [`${short}调查表.xlsx`] },
      say: answersOf(Number(score)),
      value: async (earlier, files): Promise<FormValue> => ({
        applicantDept: 'sz-purchase',
        supplierName: name,
        supplierShort: short,
        supplierType,
        introReason,
        ...(introReason === 'cost' && { replacedSupplier: replaced }),
        reasonDesc: `${products}的新货源，报价与交期均优于现有供应商`,
        domestic: '1',
        creditCode,
        legalPerson: '周恒',
        registeredCapital: '2000.00',
        foundedDate: '2012-05-08',
        area: ['320000', '320400'],
        address: '科技大道9号',
        mainProducts: products,
        capacity: '月产能满足需求，交期14天',
        paymentTerm: 'm60',
        taxRate: '13',
        currencyType: 'CNY',
        tradeTerm: 'dom',
        contacts: [{ rowId: 'k1', name: '周敏', position: '销售经理', mobile: '13800001234', email: 'sales@demo.example', isMain: '1' }],
        bankAccounts: [{ rowId: 'b1', accountName: name, accountNo: accountNumber(drawn.next), bank: '中国银行', currencyType: 'CNY' }],
        ...(supplierType === 'material' &&
          {
            materials: [{ rowId: 'm1', materialDesc: products, annualQty: '50000', annualAmount: '260000.00',
              ...(sampled.has(products) && { sampleReview: [earlier(`sample ${products}`).id] }) }],
          }),
        certificates: [
          { rowId: 'c1', certType: 'licence', certNo: creditCode, validTo: dayFrom(at, 3650), file: [await files(`${short}营业执照.pdf`)] },
          { rowId: 'c2', certType: 'iso9001', certNo: 'Q-20816', validTo: dayFrom(at, 700), file: [await files(`${short}ISO9001.pdf`)] },
        ],
        agreements: ['nda', 'quality', 'rohs', 'integrity'],
        audit: 'yes',
      }),
    }
  })
}

const answersOf = (score: number): Readonly<Record<string, NodeAnswer>> => ({
  rd: { comment: '样品规格满足要求' },
  sqe: {
    comment: '现场审核完成，整改项已关闭',
    checks: ['licence', 'systems', 'rohs', 'processes'],
    files: { auditReport: ['现场审核报告.pdf'] },
    fill: (_, at) => ({ auditDate: dayFrom(at, -1), auditTeam: ['u-quality', 'u-dongmei'],
      scores: Object.entries(weights).map(([item, weight], index) => ({ rowId: `s${index}`, item, weight, score })) }),
  },
  finance: { comment: '账户与税号已核对', checks: ['account', 'tax'],
    fill: () => ({ sapVendorGroup: 'Z001', purchaseOrg: '1000', reconAccount: '2202010000' }) },
})

/** Buyers with the departments whose budgets they use. */
const buyers = [['quality', 'sz-quality'], ['it', 'sz-it'], ['linfang', 'sz-hr'], ['head', 'sz-rd'], ['sales', 'sz-sales']] as const

type Buyer = (typeof buyers)[number]

const bearing = ([, department]: Buyer): FormValue => ({ applicantDept: department, bearingDept: department,
  costCenter: costCenterId(department), currencyType: 'CNY' })
const rowBearing = ([, department]: Buyer) => ({ bearingDept: department, costCenter: costCenterId(department) })

/** Columns: kind, purpose, name, specification, quantity, unit, price. */
const goods = [
  ['3', '产线检验防护', '防静电手套', 'M码 100副', '6', 'pack', '148.00'],
  ['5', '会议室网络改造', '千兆交换机', '24口 可网管', '1', 'unit', '1880.00'],
  ['1', '季度办公用品补充', '复印纸', 'A4 80g', '20', 'carton', '135.00'],
  ['4', '展会物料制作', '易拉宝', '80×200cm 铝合金', '6', 'set', '168.00'],
] as const

const goodsFates: readonly DemoStory['ends'][] = ['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed',
  'completed', 'voided', 'revoked', 'running', 'running']

/** Later actions on some of them, by index. */
const purchaseMoves: Readonly<Record<number, readonly StoryMove[]>> = {
  7: [commented('buyer', '到货后请当天确认数量', ['head'])],
}

/** Twelve procurements of everyday goods; the buyer orders them from `supplier`. */
export const procurements = (anchor: Date, supplier: string): readonly DemoStory[] =>
  goodsFates.map((ends, index): DemoStory => {
    const buyer = buyers[index % buyers.length]!
    const [procurementType, purpose, itemName, spec, quantity, unit, unitPrice] = goods[index % goods.length]!
    const at = before(anchor, ends === 'running' ? 14 - index : 280 - index * 24, 11)
    return {
      type: 'costBasedProcurement',
      name: `goods ${index}`,
      by: buyer[0],
      at,
      ends,
      ...(ends === 'running' && { waitsAt: index === 11 ? 'procurementHandle' : 'accountantReview' }),
      files: { attachmentList: ['采购清单.xlsx'] },
      ...(purchaseMoves[index] && { moves: purchaseMoves[index] }),
      say: {
        procurementHandle: { comment: `已下单【到货时间：${dayFrom(at, 8)} 10:00】`,
          fill: (value) => ({ items: orderedOf(value, supplier) }) },
      },
      value: () => ({
        ...bearing(buyer),
        procurementType,
        purpose,
        needDate: dayFrom(at, 12),
        receiver: `u-${buyer[0]}`,
        deliveryPlace: '一号厂房前台',
        urgency: index % 4 === 1 ? '2' : '1',
        items: [{ rowId: 'i1', itemName, spec, quantity, unit, unitPrice, ...rowBearing(buyer) }],
        overBudgetExplanation: '部门集中采购，下月不再安排',
      }),
    }
  })

const orderedOf = (value: FormValue, supplier: string): readonly FormValue[] =>
  (value['items'] as readonly FormValue[]).map(({ rowId }) => ({ rowId, supplier }))

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'procurement.goods',
  sort: 333,
  stories: async ({ db, anchor }) => procurements(anchor, (await recordsOf(db)).suppliers[0] ?? ''),
}, {
  key: 'procurement.sourcing',
  sort: 400,
  stories: ({ db, anchor }) => sourcingStories(db, anchor),
}, {
  key: 'procurement.drafts',
  sort: 530,
  drafts: [{
    by: 'buyer',
    type: 'costBasedProcurement',
    title: '样品周转箱',
    daysAgo: 1,
    value: (at) => ({
      title: '样品周转箱',
      applicantDept: 'sz-purchase',
      bearingDept: 'sz-purchase',
      costCenter: costCenterId('sz-purchase'),
      currencyType: 'CNY',
      procurementType: '4',
      purpose: '供应商样品分类存放',
      needDate: dayFrom(at, 15),
      receiver: personId('dongmei'),
      deliveryPlace: '二号库房',
      urgency: '1',
      items: [{ rowId: 'i1', itemName: '周转箱', spec: '600×400×320', quantity: '20', unit: 'unit', unitPrice: '46.00',
        bearingDept: 'sz-purchase', costCenter: costCenterId('sz-purchase') }],
    }),
  }],
})
