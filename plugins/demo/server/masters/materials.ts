import { Decimal } from 'decimal.js'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { saveMasters } from '#plugins/masters/server/public-api.ts'
import { savePriceBases } from '#plugins/sales/server/public-api.ts'
import { chance } from '../random.ts'

/** names, code prefix, unit, lowest and highest price in cents, batches */
const families = [
  ['贴片电阻', 'Chip resistor', 'R', 'pcs', 1, 20, true],
  ['贴片电容', 'Chip capacitor', 'C', 'pcs', 2, 60, true],
  ['连接器', 'Connector', 'J', 'pcs', 50, 900, false],
  ['电路板', 'Circuit board', 'P', 'pcs', 800, 6000, true],
  ['外壳', 'Housing', 'H', 'pcs', 300, 4500, false],
  ['紧固件', 'Fastener', 'F', 'pack', 500, 3000, false],
  ['包装箱', 'Carton', 'K', 'carton', 200, 1500, false],
  ['辅料', 'Consumable', 'A', 'item', 1000, 9000, false],
] as const

/** Families that are sold: boards and housings. */
const sold: ReadonlySet<string> = new Set(['P', 'H'])

const factories = [['1000', ['1001', '1002']], ['2000', ['2001', '2002']], ['3000', ['3001', '3002']]] as const

/** 120 materials of three factories in six storage locations, and six sets made of them. */
export async function saveMaterials(db: Db, writer: Writer): Promise<void> {
  const masters = saveMasters(db, writer)
  const drawn = chance('materials')
  const ids = await masters.materials(Array.from({ length: 120 }, (_, index) => {
    const [nameCn, nameEn, prefix, unit, low, high, batchManaged] = families[index % families.length]!
    const [factory, locations] = factories[index % factories.length]!
    const number = String(Math.floor(index / families.length) + 1).padStart(3, '0')
    return {
      code: `${prefix}-${number}`,
      nameCn: `${nameCn} ${number}`,
      nameEn: `${nameEn} ${number}`,
      unit,
      factory,
      storageLocation: drawn.pick(locations),
      batchManaged,
      price: (drawn.between(low, high) / 100).toFixed(2),
      saleable: sold.has(prefix),
      enable: index !== 117,
    }
  }))
  await masters.materials(Array.from({ length: 6 }, (_, index) => {
    const [factory, [storageLocation]] = factories[index % factories.length]!
    const components = Array.from({ length: 4 },
      (__, part) => ({ rowId: `${index}-${part}`, material: ids[index * 8 + part * 2]!, quantity: String(drawn.between(1, 20)) }))
    return { code: `SET-${index + 1}`, nameCn: `套料 ${index + 1}`, nameEn: `Set ${index + 1}`, unit: 'set', factory, storageLocation,
      isSet: true, setCount: 1, components }
  }))
}

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
