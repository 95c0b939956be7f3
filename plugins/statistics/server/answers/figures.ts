import { Decimal } from 'decimal.js'
import { environmentOf, formula, valueOf } from '#kernel/evaluate/plan/formula.ts'
import { Num, own } from '#kernel/feel/numbers.ts'
import { isNumber } from '#kernel/feel/values.ts'
import type { Measure, StatisticsPage } from '#kernel/statistics.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { Figures } from '../../wire.ts'
import { restsOn } from '../measures.ts'
import type { Sums } from '../sums.ts'

const environment = environmentOf({ today: '1970-01-01', now: '1970-01-01 00:00:00' })

/** The figures of a page from its sums: those, and what is derived from them. Shares are of what `whole` comes to, of the sums themselves without it. */
export function figuresOf({ measures }: Pick<StatisticsPage, 'measures'>, sums: Sums, whole: Sums = sums): Figures {
  const names = Object.keys(measures).filter((key) => measures[key]?.of === undefined)
  const derive = (of: string, from: Sums) => valueOf(formula(of, names), Object.fromEntries(names.map((key) => [key, own(from[key] ?? new Num(0))])), environment)
  return Object.fromEntries(Object.entries(measures).map(([key, measure]) => {
    const figure = measure.of === undefined ? (sums[key] ?? new Decimal(0)) : derive(measure.of, sums)
    const shown = isNumber(figure) && measure.isShare && measure.of !== undefined ? partOf(figure, derive(measure.of, whole)) : figure
    return [key, isNumber(shown) ? textOf(shown, measure) : null]
  }))
}

const partOf = (figure: Decimal, whole: unknown): Decimal | null => (whole instanceof Decimal && !whole.isZero() ? figure.div(whole) : null)

function textOf(figure: Decimal, { unit }: Measure): string {
  if (unit === 'amount') return moneyText(figure)
  return figure.toDecimalPlaces(unit === 'percent' ? 6 : 2).toFixed()
}

/** The summed measures that a measure rests on. Nothing for counts of documents, which every document adds to. */
export function summedNeeds({ measures }: Pick<StatisticsPage, 'measures'>, measure: string | undefined): readonly string[] {
  const needs = measure === undefined ? [] : restsOn({ measures }, measure)
  return needs.some((key) => measures[key]?.unit === 'documents') ? [] : needs
}
