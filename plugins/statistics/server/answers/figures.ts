import { Decimal } from 'decimal.js'
import { environmentOf, valueOf } from '#kernel/evaluate/plan/formula.ts'
import { Num, own } from '#kernel/feel/numbers.ts'
import { isNumber } from '#kernel/feel/values.ts'
import type { Measure, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { Figures } from '../../wire.ts'
import { type Derivation, derivationOf, dependsOn, type Sums } from '../counting/sums.ts'

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
