import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { DimensionValue } from '../../wire.ts'

/** Names of a dimension's values. */
export type DimensionNamer = (dimension: string, value: string) => DimensionValue

const nothing = '未填写/Not given'
export const others: DimensionValue = { value: '…', name: '其余合计/All the rest' }

/** Reads the names of these values, each kind at once. */
export async function namesOf(host: Host, db: Db, page: StatisticsPage,
  valuesBy: Readonly<Record<string, readonly string[]>>): Promise<DimensionNamer> {
  const known = new Map(
    await Promise.all(
      Object.entries(valuesBy).map(async ([dimension, values]) =>
        [dimension, await namesIn(host, db, { of: sourceOf(page, dimension), values: [...new Set(values)] })] as const
      ),
    ),
  )
  return (dimension, value) => ({ value, name: value === '' ? nothing : (known.get(dimension)?.get(value) ?? value) })
}

type DimensionSource = StatisticsPage['dimensions'][string]['of']

function sourceOf({ dimensions }: StatisticsPage, dimension: string): DimensionSource {
  if (dimension === 'department' || dimension === 'person') return { to: dimension }
  return dimensions[dimension]?.of ?? 'text'
}

async function namesIn(host: Host, db: Db,
  { of, values }: { of: DimensionSource; values: readonly string[] }): Promise<ReadonlyMap<string, string>> {
  const named = values.filter((value) => value !== '')
  if (of === 'text') return new Map(named.map((value) => [value, value.replaceAll('/', '／')]))
  if (of === 'label') return new Map(named.map((value) => [value, value]))
  if ('values' in of)
    return new Map(named.flatMap((value) => (of.values[value] ? [[value, `${of.values[value].cn}/${of.values[value].en}`] as const] : [])))
  if ('dict' in of) {
    const label = await host.dictionary(db)
    return new Map(named.map((value) => [value, label(of.dict, value) ?? value]))
  }
  const records = named.length > 0 ? ((await host.references.source(of.to)?.find(db, named)) ?? []) : []
  return new Map(records.map(({ id, name }) => [id, name]))
}
