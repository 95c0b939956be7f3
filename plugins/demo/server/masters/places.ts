import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { saveFactory, saveRisk } from '#plugins/system/server/public-api.ts'

const factories = [
  { code: '1000', nameCn: '苏州工厂', nameEn: 'Suzhou plant', enterprise: 'sz' },
  { code: '2000', nameCn: '东莞工厂', nameEn: 'Dongguan plant', enterprise: 'dg' },
  { code: '3000', nameCn: '越南工厂', nameEn: 'Vietnam plant', enterprise: 'vn' },
] as const

/** Made up: two areas of high risk and four of middle risk. */
const risks = [
  { level: 'HIGH', area: ['530000', '532800'] },
  { level: 'HIGH', area: ['540000', '542500'] },
  { level: 'MIDDLE', area: ['230000', '231100'] },
  { level: 'MIDDLE', area: ['450000', '450600'] },
  { level: 'MIDDLE', area: ['440000', '440300', '440307'] },
  { level: 'MIDDLE', area: ['650000', '653100'] },
] as const

/** Saves the places where the group produces, and where trips are marked. */
export async function savePlaces(db: Db, day: string, writer: Writer): Promise<void> {
  for (const factory of factories) await saveFactory(db, { ...factory, ...writer })
  for (const risk of risks) await saveRisk(db, { ...risk, since: `${day.slice(0, 4)}-01-01`, ...writer })
}
