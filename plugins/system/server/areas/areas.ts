import { composeName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import type { ReferenceRecord, ReferenceSource } from '#server/host.ts'

/** A province, city or district with its sub-areas, in the wire format. */
interface AreaNode {
  readonly areaCode: string
  readonly name: string
  readonly nameEn: string
  readonly sub: readonly AreaNode[]
}

/** Repository of countries and Chinese areas, which only change with the product. */
export const areas = (db: Db) => ({
  async countries() {
    const rows = await listed(db).where('level', '=', 0).execute()
    return rows.map(({ area_code: code, name, name_en: nameEn, pinyin }) => ({ code, name, nameEn, pinyin }))
  },

  /** All provinces, cities and districts in one list. */
  async regions() {
    const rows = await listed(db).where('level', '>', 0).execute()
    return rows.map(({ area_code: areaCode, name, pinyin }) => ({ areaCode, name, pinyin }))
  },

  async tree(): Promise<readonly AreaNode[]> {
    const rows = await listed(db).where('level', '>', 0).execute()
    const below = listsByKey(rows.map((row) => [row.parent_code, row] as const))
    const nodesOf = (parent: string | null): AreaNode[] =>
      (below.get(parent) ?? []).map(({ area_code: areaCode, name, name_en: nameEn }) => ({ areaCode, name, nameEn,
        sub: nodesOf(areaCode) })
      )
    return nodesOf('CN')
  },
})

/** Country codes whose areas are offered as provinces. */
const atHome = ['CN', 'HK', 'MO', 'TW']

/** Reference source of places for forms, by level from the province down; other countries follow the provinces. */
export const areaSource: ReferenceSource = {
  async find(db, ids) {
    return ids.length === 0 ? [] : (await recordsOf(db).where('area_code', 'in', [...ids]).execute()).map(recordOf)
  },
  async candidates(db, { context, current, size }) {
    const parent = context['parent']
    const rows = await recordsOf(db)
      .where((
        eb,
      ) => (typeof parent === 'string'
        ? eb('parent_code', '=', parent)
        : eb.or([eb('parent_code', '=', 'CN'), eb.and([eb('parent_code', 'is', null), eb('area_code', 'not in', atHome)])]))
      )
      .orderBy('level', 'desc').orderBy('area_code').limit(size).offset((current - 1) * size).execute()
    return { records: rows.map(recordOf), total: (current - 1) * size + rows.length }
  },
}

const listed = (db: Db) => db.selectFrom('area').select(['area_code', 'name', 'name_en', 'pinyin', 'parent_code']).orderBy('area_code')

const recordsOf = (db: Db) =>
  db.selectFrom('area').select((eb) => [
    'area_code',
    'name',
    'name_en',
    eb.not(eb.exists(eb.selectFrom('area as part').select('part.area_code').whereRef('part.parent_code', '=', 'area.area_code'))).as(
      'leaf',
    ),
  ])

const recordOf = (row: { area_code: string; name: string; name_en: string; leaf: unknown }): ReferenceRecord => ({ id: row.area_code,
  name: composeName({ cn: row.name, en: row.name_en }), enabled: true, code: row.area_code, leaf: row.leaf === true })
