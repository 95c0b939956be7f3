import { Decimal } from 'decimal.js'
import { environmentOf, valueOf } from '#kernel/evaluate/plan/formula.ts'
import { Num, own } from '#kernel/feel/numbers.ts'
import { isNumber } from '#kernel/feel/values.ts'
import { moneyText } from '#kernel/values/money.ts'
import { bilingual, splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Measure, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { DimensionValue, Figures } from '../../wire.ts'
import { dependsOn, type Derivation, derivationOf, type Sums } from '../counting/sums.ts'

const environment = environmentOf({ today: '1970-01-01', now: '1970-01-01 00:00:00' })

type PageMeasures = Pick<StatisticsPage, 'measures'>

/** Figures of a page from its sums, including derived measures. Shares are relative to `whole`. */
export const figuresOf = (page: PageMeasures, sums: Sums, whole: Sums = sums): Figures =>
  Object.fromEntries(Object.keys(page.measures).map((key) => [key, figureOf(page, key, sums, whole)]))

/** One figure as decimal text; null if it is unknown or undefined. */
export function figureOf(page: PageMeasures, key: string, sums: Sums, whole: Sums = sums): string | null {
  const measure = page.measures[key]
  const derivation = derivationOf(page, key)
  if (measure === undefined || isUnknown(page, derivation?.from ?? [key], sums)) return null
  return derivation ? derivedText({ measure, derivation }, sums, whole) : textOf(sums[key] ?? new Decimal(0), measure)
}

function derivedText({ measure, derivation }: { readonly measure: Measure; readonly derivation: Derivation }, sums: Sums, whole: Sums):
  | string
  | null {
  const figure = derived(derivation, sums)
  const shown = isNumber(figure) && measure.isShare ? partOf(figure, derived(derivation, whole)) : figure
  return isNumber(shown) ? textOf(shown, measure) : null
}

const derived = ({ formula, from }: Derivation, sums: Sums) =>
  valueOf(formula, Object.fromEntries(from.map((name) => [name, own(sums[name] ?? new Num(0))])), environment)

/** Returns whether one of these measures has no data and is declared unknown in that case. */
const isUnknown = ({ measures }: PageMeasures, keys: readonly string[], sums: Sums): boolean =>
  keys.some((key) => measures[key]?.isUnknownWithout && sums[key] === undefined)

const partOf = (figure: Decimal, whole: unknown): Decimal | null => (whole instanceof Decimal && !whole.isZero() ? figure.div(whole) : null)

function textOf(figure: Decimal, { unit }: Measure): string {
  if (unit === 'amount') return moneyText(figure)
  return figure.toDecimalPlaces(unit === 'percent' ? 6 : 2).toFixed()
}

/** The summed measures that a measure is derived from. Empty if one of them counts documents, since every document contributes to it. */
export function summedNeeds({ measures }: PageMeasures, measure: string | undefined): readonly string[] {
  const needs = measure === undefined ? [] : dependsOn({ measures }, measure)
  return needs.some((key) => measures[key]?.unit === 'documents') ? [] : needs
}

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
  return new Map(records.map(({ id, name, code }) => [id, of.isCoded && code ? codedName(code, name) : name]))
}

/** A stored name with the code of its record before it, in both languages. */
function codedName(code: string, name: string): string {
  const { cn, en } = splitName(name)
  return bilingual({ cn: `${code} ${cn}`, en: `${code} ${en}` })
}
