import type { ImportColumn } from '#server/imports/importer.ts'
import type { Parameters } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { type CellProblem, plain } from '#server/imports/cells/cell-text.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import { shortened } from './named.ts'

interface Area {
  readonly area_code: string
  readonly name: string
  readonly name_en: string
  readonly parent_code: string | null
  readonly level: number
}

/** Maximum number of areas listed in a problem. */
const mostShown = 3

/**
 * Resolves texts of an import to area codes: codes, names in Chinese (also without 市, 区 …) or English, and names with preceding parents
 * (江苏省>苏州市, Jiangsu/Suzhou). An ambiguous name resolves to the area of `level` (1 province, 2 city, 3 district), if that is unique.
 */
export const areaMeanings = (level: number): NonNullable<ImportColumn['meanings']> => async (db) => {
  const areas: readonly Area[] = await db.selectFrom('area').select(['area_code', 'name', 'name_en', 'parent_code', 'level']).execute()
  const byCode = new Map(areas.map((area) => [area.area_code, area]))
  const byName = listsByKey(areas.flatMap((area) => [area.area_code, area.name, area.name_en].map((name) => [keyOf(name), area] as const)))
  const byShortName = listsByKey(areas.map((area) => [keyOf(shortened(area.name)), area] as const))
  const pathOf = (area: Area): readonly Area[] => {
    const parent = byCode.get(area.parent_code ?? '')
    return parent ? [...pathOf(parent), area] : [area]
  }
  const isCalled = (area: Area, key: string) => byName.get(key)?.includes(area) === true || byShortName.get(key)?.includes(area) === true
  return (text) => {
    const names = text.split(/[/>]/).map(keyOf).filter(Boolean)
    const last = names.at(-1) ?? ''
    const lies = (area: Area) => names.every((name) => pathOf(area).some((each) => isCalled(each, name)))
    const called = (byName.get(last) ?? byShortName.get(last) ?? []).filter(lies)
    const found = called.length > 1 ? atLevel(called, level) : called
    const [first, second] = found
    if (!first) return problem('system.area.unknown', { text })
    if (!second) return first.area_code
    const shownBy = (nameOf: (area: Area) => string) =>
      found.slice(0, mostShown).map((area) => pathOf(area).slice(-2).map(nameOf).join('>')).join(', ')
    const shown = bilingual({ cn: shownBy(({ name }) => name), en: shownBy(({ name_en: name }) => name) })
    return problem('system.area.ambiguous', { text, shown })
  }
}

const keyOf = (name: string): string => plain(name).toLowerCase()

function atLevel(areas: readonly Area[], level: number): readonly Area[] {
  const there = areas.filter((area) => area.level === level)
  return there.length === 1 ? there : areas
}

const problem = (code: string, parameters: Parameters): CellProblem => ({ code, parameters })
