import { Decimal } from 'decimal.js'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import '#plugins/masters/server/public-api.ts'
import { savePriceBases } from '#plugins/sales/server/public-api.ts'

/** Part of a material's price that making it costs: the standard cost cannot be told from the price. */
const costShare = new Decimal('0.83')

/** Least surcharge on the cost of what is sold. */
const surcharge = new Decimal('1.25')

/** The standard cost of a product of this price, RMB. */
export const costOf = (price: string): Decimal => costShare.times(price).toDecimalPlaces(2)

/** Circuit boards and housings are sold as well: what they cost, and a floor price a quarter above that. */
export async function saveFloorPrices(db: Db, writer: Writer): Promise<void> {
  const sold = await db.selectFrom('material').select(['id', 'price']).where((row) =>
    row.or([row('code', 'like', 'P-%'), row('code', 'like', 'H-%')])
  ).orderBy('code').execute()
  await savePriceBases(db,
    sold.flatMap(({ id, price }) =>
      price === null ? [] : [{ material: id, cost: costOf(price).toFixed(2), floorPrice: surcharge.times(costOf(price)).toFixed(2) }]
    ), writer)
}
