import { Decimal } from 'decimal.js'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import '#plugins/masters/server/public-api.ts'
import { savePriceBases } from '#plugins/sales/server/public-api.ts'

/** Standard cost as a share of a material's price. */
const costShare = new Decimal('0.83')

/** Minimum price as a multiple of the cost. */
const surcharge = new Decimal('1.25')

/** Standard cost of a product from its price, RMB. */
export const costOf = (price: string): Decimal => costShare.times(price).toDecimalPlaces(2)

/** Saves cost and floor price (cost plus 25 %) of circuit boards and housings, which are sold too. */
export async function saveFloorPrices(db: Db, writer: Writer): Promise<void> {
  const sold = await db.selectFrom('material').select(['id', 'price']).where((row) =>
    row.or([row('code', 'like', 'P-%'), row('code', 'like', 'H-%')])
  ).orderBy('code').execute()
  await savePriceBases(db,
    sold.flatMap(({ id, price }) =>
      price === null ? [] : [{ material: id, cost: costOf(price).toFixed(2), floorPrice: surcharge.times(costOf(price)).toFixed(2) }]
    ), writer)
}
