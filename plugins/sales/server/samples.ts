import { Decimal } from 'decimal.js'
import type { Writer } from '#server/resources/records.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'
import { type DemoStory, before, cells, dayFrom, demoSamples, personId, recordsOf } from '#plugins/demo/server/public-api.ts'
import { savePriceBases } from './save-price-bases.ts'

/** `days ago | action | margin above the cost | final state | node where it stops | reason` */
const prices = `
110 | new | 1.60 | completed | | 新产品导入，按标准毛利报价
32 | down | 1.22 | completed | | 客户年度用量翻倍，申请让利
2 | up | 1.45 | running | deptHead | 铜材涨价，与客户协商上调
`

/** Price agreements with customers, one below the floor price. */
const salesStories = async (db: Db, anchor: Date): Promise<readonly DemoStory[]> => priceStories(anchor, await soldIn(db))

async function soldIn(db: Db): Promise<SaleStory> {
  const { customers } = await recordsOf(db)
  const { id: product, price } = await db.selectFrom('material').select(['id', 'price']).where('code', 'like', 'P-%').orderBy('code').limit(
    1,
  ).executeTakeFirstOrThrow()
  return { product, cost: costOf(price ?? '0').toNumber(), customer: customers[0] ?? '' }
}

interface SaleStory {
  readonly product: string
  /** RMB */
  readonly cost: number
  readonly customer: string
}

const priceStories = (anchor: Date, { product, cost, customer }: SaleStory): readonly DemoStory[] =>
  prices.trim().split('\n').map((line): DemoStory => {
    const [ago, priceAction, factor, ends, waitsAt, reason] = cells(line, 6)
    const at = before(anchor, Number(ago), 11)
    return {
      type: 'salesPriceEntry',
      by: 'xulei',
      at,
      ends: ends as DemoStory['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      files: { attachmentList: ['客户往来邮件.pdf'] },
      value: () => ({
        applicantDept: 'sz-domestic',
        priceAction,
        priceLevel: 'customer',
        customer,
        salesOrg: '1000',
        channel: 'domestic',
        currencyType: 'CNY',
        tradeTerm: 'dom',
        reason,
        items: [1, 1000].map((scaleQty, index): FormValue => ({
          rowId: `i${index}`,
          material: product,
          unit: 'pcs',
          scaleQty: String(scaleQty),
          newPrice: (cost * Number(factor) * (index === 0 ? 1 : 0.97)).toFixed(2),
          validFrom: dayFrom(at, 0),
          validTo: dayFrom(at, 365),
        })),
      }),
    }
  })

/** Standard cost as a share of a material's price. */
const costShare = new Decimal('0.83')

/** Minimum price as a multiple of the cost. */
const surcharge = new Decimal('1.25')

/** Standard cost of a product from its price, RMB. */
const costOf = (price: string): Decimal => costShare.times(price).toDecimalPlaces(2)

/** Saves cost and floor price (cost plus 25 %) of circuit boards and housings, which are sold too. */
async function saveFloorPrices(db: Db, writer: Writer): Promise<void> {
  const sold = await db.selectFrom('material').select(['id', 'price']).where((row) =>
    row.or([row('code', 'like', 'P-%'), row('code', 'like', 'H-%')])
  ).orderBy('code').execute()
  await savePriceBases(db,
    sold.flatMap(({ id, price }) =>
      price === null ? [] : [{ material: id, cost: costOf(price).toFixed(2), floorPrice: surcharge.times(costOf(price)).toFixed(2) }]
    ), writer)
}

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'sales.prices',
  sort: 90,
  records: (db, { at }) => saveFloorPrices(db, { by: personId('finance'), at }),
}, {
  key: 'sales.documents',
  sort: 410,
  stories: ({ db, anchor }) => salesStories(db, anchor),
})
