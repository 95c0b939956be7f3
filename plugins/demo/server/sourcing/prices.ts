import type { FormValue } from '#kernel/values/value.ts'
import { cells } from '../general/cells.ts'
import { before, dayFrom } from '../stories/clock.ts'
import type { Story } from '../stories/story.ts'

/** `days ago | vendor | action | price | minimum order | annual quantity | what becomes of it | where it stops | why` */
const decisions = `
100 | | new | 0.850000 | 1000 | 60000 | completed | | 板对板连接器首次定价
62 | V200011 | new | 0.880000 | 1000 | 20000 | completed | | 板对板连接器引入第二供应商
30 | | down | 0.820000 | 1000 | 60000 | completed | | 年用量上升，协商降价
6 | V200004 | new | 0.840000 | 2000 | 15000 | completed | | 板对板连接器小批量备选
3 | V200010 | new | 0.835000 | 2000 | 30000 | completed | | 板对板连接器第三家比价
1 | | up | 0.860000 | 1000 | 60000 | running | purchaseManager | 铜价上涨，供应商提出调价
`

/** The object of an agreed price. */
export interface PriceObject {
  readonly supplier: string
  /** Other suppliers of the same, by their codes. */
  readonly others: ReadonlyMap<string, string>
  readonly material: string
  /** The plant, by its id. */
  readonly factory: string
}

/** The price of a connector: new, lower after a season, and to rise with copper. */
export const priceStories = (anchor: Date, { supplier, others, material, factory }: PriceObject): readonly Story[] =>
  decisions.trim().split('\n').map((line): Story => {
    const [ago, vendor, priceAction, newPrice, minQty, annualQty, ends, waitsAt, reason] = cells(line, 9)
    const at = before(anchor, Number(ago), 10)
    return {
      type: 'purchasePrice',
      by: 'dongmei',
      at,
      ends: ends as Story['ends'],
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
