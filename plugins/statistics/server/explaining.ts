import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { commonDimensions, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { Host } from '#server/host.ts'
import type { ExplainAnswer } from '../wire.ts'
import { addingMeasures, filterOf, type PageRequest, queryOf } from './page-queries.ts'
import { comparedWith } from './answers/answer.ts'
import { figureOf } from './answers/figures.ts'
import { namesOf, others } from './answers/names.ts'
import type { FactFilter } from './fact-filter.ts'
import { sumsBy } from './counting/sums.ts'
import { demandShown, narrowingKeys, withheldFromSums } from './disclosure.ts'

/** Maximum number of values listed; the remaining ones are aggregated. */
const mostContributions = 8

/** Query schema for explaining a change: measure, dimension and comparison period. */
export const explainOf = (page: StatisticsPage) =>
  queryOf(page).extend({
    measure: z.enum(addingMeasures(page)),
    by: z.enum([...commonDimensions, ...Object.keys(page.dimensions)] as [string, ...string[]]),
    against: z.enum(['previous', 'lastYear']).default('previous'),
  })

/** Explains a change between two periods: the contribution of each value of a dimension. The contributions add up to the difference. */
export async function explainPage(host: Host, { page, query, caller }: PageRequest<ReturnType<typeof explainOf>>): Promise<ExplainAnswer> {
  const { db } = host
  const { measure, by, against } = query
  demandShown(withheldFromSums(page, { host, caller }), [...narrowingKeys(query), by])
  const now = await filterOf(host, db, { page, query, caller })
  const before = { ...now, ...comparedWith(now)[against] }
  const figuresBy = async (filter: FactFilter) => {
    const { rows } = await sumsBy(db, filter, [by], { measures: [measure] })
    return new Map(rows.map(({ keys, sums }) => [keys[by] ?? '', new Decimal(figureOf(page, measure, sums) ?? 0)]))
  }
  const [then, today] = await Promise.all([figuresBy(before), figuresBy(now)])
  const parts = contributions(then, today)
  const naming = await namesOf(host, db, page, { [by]: parts.map(({ value }) => value).filter((value) => value !== others.value) })
  const sum = (figures: ReadonlyMap<string, Decimal>) =>
    figuresText(page, measure, [...figures.values()].reduce((total, figure) => total.plus(figure), new Decimal(0)))
  return {
    period: { from: before.from, to: before.to },
    before: sum(then),
    now: sum(today),
    parts: parts.map(({ value, change, before: earlier, now: later }) => ({
      of: value === others.value ? others : naming(by, value),
      change: figuresText(page, measure, change),
      before: figuresText(page, measure, earlier),
      now: figuresText(page, measure, later),
    })),
  }
}

/** A figure as decimal text: amounts with two decimals, other measures with at most two. */
export const figuresText = ({ measures }: StatisticsPage, measure: string, figure: Decimal): string =>
  figure.toDecimalPlaces(2).toFixed(measures[measure]?.unit === 'amount' ? 2 : undefined)

interface Contribution {
  readonly value: string
  readonly before: Decimal
  readonly now: Decimal
  readonly change: Decimal
}

/** Contribution of each value to the difference, largest first; those beyond the maximum are aggregated. */
export function contributions(before: ReadonlyMap<string, Decimal>, now: ReadonlyMap<string, Decimal>): readonly Contribution[] {
  const nothing = new Decimal(0)
  const parts = [...new Set([...before.keys(), ...now.keys()])].map((value) => {
    const [then, today] = [before.get(value) ?? nothing, now.get(value) ?? nothing]
    return { value, before: then, now: today, change: today.minus(then) }
  }).filter(({ change }) => !change.isZero()).toSorted((one, other) =>
    other.change.abs().cmp(one.change.abs()) || (one.value < other.value ? -1 : 1)
  )
  const rest = parts.slice(mostContributions)
  if (rest.length === 0) return parts
  const add = (of: (part: Contribution) => Decimal) => rest.reduce((sum, part) => sum.plus(of(part)), nothing)
  return [...parts.slice(0, mostContributions), { value: others.value, before: add((part) => part.before), now: add((part) => part.now),
    change: add((part) => part.change) }]
}
