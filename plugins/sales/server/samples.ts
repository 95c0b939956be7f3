import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'
import { cells } from '../general/cells.ts'
import { costOf } from '../masters/materials.ts'
import { recordsOf } from '../payments/records.ts'
import { before, dayFrom } from '../stories/stage.ts'
import type { Story } from '../stories/story.ts'

/** `days ago | action | margin above the cost | final state | node where it stops | reason` */
const prices = `
110 | new | 1.60 | completed | | 新产品导入，按标准毛利报价
32 | down | 1.22 | completed | | 客户年度用量翻倍，申请让利
2 | up | 1.45 | running | deptHead | 铜材涨价，与客户协商上调
`

/** Price agreements with customers, one below the floor price. */
export const salesStories = async (db: Db, anchor: Date): Promise<readonly Story[]> => priceStories(anchor, await soldIn(db))

/** Packing of a customer's order. */
export const packingStories = async (db: Db, anchor: Date): Promise<readonly Story[]> => [
  packing(before(anchor, 40, 10), await soldIn(db)),
]

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

const priceStories = (anchor: Date, { product, cost, customer }: SaleStory): readonly Story[] =>
  prices.trim().split('\n').map((line): Story => {
    const [ago, priceAction, factor, ends, waitsAt, reason] = cells(line, 6)
    const at = before(anchor, Number(ago), 11)
    return {
      type: 'salesPriceEntry',
      by: 'xulei',
      at,
      ends: ends as Story['ends'],
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

/** Story of customer-specific cartons with a confirmed proof. */
const packing = (at: Date, { product, customer }: SaleStory): Story => ({
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
