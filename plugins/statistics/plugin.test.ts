import { describe, expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import { expressionProblems, problemsOf } from '#kernel/composition/problems.ts'
import type { Fields } from '#kernel/fields.ts'
import { commonDimensions, type FactSource } from '#plugins/statistics/statistics-page.ts'
import { formula } from '#kernel/evaluate/plan/formula.ts'
import plugin from './plugin.ts'
import { statisticsPages } from './testing-pages.ts'

const forms = new Map(declarations.flatMap((plugin) => plugin.forms).map((form) => [form.key, form]))
const dictionaries = new Set(declarations.flatMap((plugin) => plugin.dictionaries).map(({ key }) => key))

it('is sound among the others', () => {
  expect(problemsOf(plugin, declarations)).toEqual([])
})

describe.each(statisticsPages.map((page) => [page.key, page] as const))('the page %s', (_, page) => {
  const dimensions = new Set<string>([...commonDimensions, ...Object.keys(page.dimensions)])
  const measures = new Set(Object.keys(page.measures))

  it('shows what it declares', () => {
    expect([...page.groupBy, ...page.filters, ...page.charts.flatMap(({ by }) => by ?? [])].filter((key) => !dimensions.has(key))).toEqual(
      [],
    )
    expect([...page.headline, ...page.charts.map(({ measure }) => measure)].filter((key) => !measures.has(key))).toEqual([])
    expect(page.headline.length).toBeLessThanOrEqual(5)
    // each headline figure has a hint
    expect(page.headline.filter((key) => page.measures[key]?.hint === undefined)).toEqual([])
    // pages with levels are counted from a register, not from the fold
    expect(page.hasLevels && page.register === undefined).toBeFalsy()
    expect(Object.values(page.dimensions).filter(({ of }) => typeof of === 'object' && 'dict' in of && !dictionaries.has(of.dict))).toEqual(
      [],
    )
  })

  it('derives figures from figures that are summed', () => {
    const summed = Object.entries(page.measures).filter(([, { of }]) => of === undefined).map(([key]) => key)
    const derived = Object.values(page.measures).flatMap(({ of }) => of ?? [])
    expect(derived.flatMap((of) => formula(of, summed).needs).filter((name) => !summed.includes(name))).toEqual([])
  })

  it.each(page.facts.map((source, index) => [`${source.form} ${index}`, source] as const))('reads what %s has', (__, source) => {
    const { fields, columns } = fieldsOf(source)
    const from = Object.values(source.dimensions ?? {})
    const read = [...from.filter((field) => typeof field === 'string'), ...[source.department ?? []].flat()]
    expect(read.filter((field) => !(field in columns) && !(field in fields))).toEqual([])
    expect(Object.keys(source.dimensions ?? {}).filter((key) => !dimensions.has(key))).toEqual([])
    expect(Object.keys(source.measures).filter((key) => !measures.has(key) || page.measures[key]?.of !== undefined)).toEqual([])
    const expressions = [...Object.values(source.measures), ...[source.when ?? []].flat(),
      ...from.flatMap((field) => (typeof field === 'string' ? [] : field.of))]
    expect(expressions.flatMap((feel) => expressionProblems(feel, { fields, table: source.rows }, ''))).toEqual([])
  })
})

/** The fields of a source's form, and the columns of its rows. */
function fieldsOf({ form, rows }: FactSource): { readonly fields: Fields; readonly columns: Fields } {
  const fields = forms.get(form)?.fields
  if (!fields) throw new Error(`There is no form ${form}`)
  return { fields, columns: rows === undefined ? {} : (fields[rows]?.columns ?? {}) }
}
