import type { ReadVoucher } from '../drop/read-answer.ts'
import type { JourneyVoucher } from './journey.ts'
import { withoutUndefined } from './without-undefined.ts'

/** A read voucher as a voucher of a journey. */
export function journeyVoucher(id: string, voucher: ReadVoucher): JourneyVoucher {
  const { fields, ways = [], traveller, sellerPlace } = voucher
  const valueOf = (field: string) => fields[field]?.value
  const sort = sortOf(voucher)
  const business = { 退: 'refund', 改: 'change' }[valueOf('businessType') ?? ''] as JourneyVoucher['business']
  const nights = sort === 'stay' ? countOf(valueOf('quantity')) : undefined
  return {
    id,
    sort,
    ways,
    ...withoutUndefined({ number: valueOf('number'), original: valueOf('originalNumber'), business, total: valueOf('total'),
      day: valueOf('issueDate'), traveller, nights, place: sort === 'stay' ? sellerPlace : undefined }),
  }
}

const tickets: ReadonlySet<string> = new Set(['rail', 'air'])

/** The categories of goods, or of sellers where these are unknown. */
const attributes = {
  items: [[/住宿|房费|客房/, 'stay'], [/客运服务|打车|出租车|网约车|乘车/, 'ride']],
  sellers: [[/酒店|宾馆|饭店|旅馆|旅店|客栈|民宿/, 'stay'], [/出租|网约车|出行科技/, 'ride']],
} as const

/** Sorts a voucher by the goods, or by the seller's name where these are not known. */
export function sortOf({ kind, fields }: ReadVoucher): JourneyVoucher['sort'] {
  if (tickets.has(kind)) return 'ticket'
  const item = fields['item']?.value
  const [words, text] = item === undefined
    ? [attributes.sellers, fields['sellerName']?.value ?? ''] as const
    : [attributes.items, item] as const
  return words.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
}

/** Nights, where they are counted. */
function countOf(quantity: string | undefined): number | undefined {
  const count = Number(quantity)
  return Number.isInteger(count) && count > 0 && count <= 60 ? count : undefined
}
