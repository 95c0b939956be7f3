import { describe, expect, it } from 'vitest'
import { budgetNew } from '#plugins/budgets/statistics/pages.ts'
import { expense } from '#plugins/expenses/statistics/pages.ts'
import { periodFilters } from './pages/filters/FilterChips.tsx'
import { levelFilters, levelOf, periodOf, queryOf, textOf, valuesOf } from './address.ts'

const list = { filters: {}, current: 1, size: 20 }

describe('a quick range', () => {
  it.each(
    [['1', '2026-11-01,2026-11-30'], ['3', '2026-09-01,2026-11-30'], ['6', '2026-06-01,2026-11-30'], ['year', '2026-01-01,2026-11-30'], [
      '12',
      '2025-12-01,2026-11-30',
    ], ['today', '2026-11-20,2026-11-20'], ['yesterday', '2026-11-19,2026-11-19'], ['lastWeek', '2026-11-09,2026-11-15'], ['lastMonth',
      '2026-10-01,2026-10-31']] as const,
  )('%s is %s', (range, period) => expect(periodOf(range, '2026-11-20')).toBe(period))
})

describe('the level of a table', () => {
  const queryFor = (filters: Readonly<Record<string, string>>) => queryOf(budgetNew, { ...list, filters }, '2026-11-20')

  it('is the first, or the one below what was opened', () => {
    expect(queryFor({})).toMatchObject({ depth: 1 })
    expect(queryFor({ within: 'sz,sz-rd', category: 'c' })).toMatchObject({ depth: 3,
      filters: { category: ['c'], enterprise: ['sz'], department: ['sz-rd'] } })
    expect(queryFor({ within: 'sz', depth: '3' })).toMatchObject({ depth: 3, filters: { enterprise: ['sz'] } })
  })

  it('is no deeper than the page goes, and no less deep than what was opened', () => {
    expect([queryFor({ depth: '9' }).depth, queryFor({ within: 'sz,sz-rd,c,d' }).depth, queryFor({ within: 'sz', depth: '1' }).depth,
      queryFor({ depth: 'x' }).depth]).toEqual([3, 3, 2, 1])
    expect(queryOf(expense, { ...list, filters: { within: 'sz', depth: '1' } }, '2026-11-20')).not.toHaveProperty('depth')
  })

  it('is written as it is read', () => {
    for (const level of [{ within: [], depth: 1 }, { within: ['a,b'], depth: 2 }, { within: ['sz'], depth: 3 }])
      expect(levelOf(budgetNew, levelFilters(level))).toEqual(level)
  })
})

describe('an address', () => {
  it('asks for this year where it says nothing, or nonsense', () => {
    const query = { from: '2026-01-01', to: '2026-11-30', current: 1, size: 20 }
    expect(queryOf(expense, list, '2026-11-20')).toEqual(query)
    expect(queryOf(expense, { ...list, filters: { period: '2026-01-01,', salary: '5' } }, '2026-11-20')).toEqual(query)
  })

  it('moves on with today where it names a quick range, until it names days', () => {
    const from = (filters: Readonly<Record<string, string>>, today: string) => queryOf(expense, { ...list, filters }, today).from
    expect([from({ range: '3' }, '2026-11-20'), from({ range: '3' }, '2026-12-01'),
      from({ range: '3', period: '2025-01-01,2025-03-31' }, '2026-11-20')])
      .toEqual(['2026-09-01', '2026-10-01', '2025-01-01'])
  })

  it('leaves the departments below out where it says so, and only of a department', () => {
    const withSubOf = (filters: Readonly<Record<string, string>>) => queryOf(expense, { ...list, filters }, '2026-11-20').withSub
    expect([withSubOf({ department: 'sz-rd', withSub: '0' }), withSubOf({ department: 'sz-rd' }), withSubOf({ withSub: '0' })]).toEqual([
      false,
      undefined,
      undefined,
    ])
  })

  it('asks for what it says', () => {
    const filters = { period: '2025-01-01,2025-03-31', enterprise: 'sz', department: 'sz-rd,sz-quality', category: 'c-post' }
    expect(queryOf(expense, { ...list, filters, sort: { column: 'requested', asc: true } }, '2026-11-20')).toEqual({
      from: '2025-01-01',
      to: '2025-03-31',
      enterprises: ['sz'],
      departments: ['sz-rd', 'sz-quality'],
      filters: { category: ['c-post'] },
      current: 1,
      size: 20,
      sort: 'requested',
      order: 'asc',
    })
  })
})

describe('values of a filter', () => {
  it('may have commas and percent signs of their own', () => {
    const values = ['Acme, Ltd.', '100% cotton', '%2C', 'GW-200']
    expect(valuesOf(textOf(values))).toEqual(values)
    expect(queryOf(expense, { ...list, filters: { category: textOf(['a,b', 'c']) } }, '2026-11-20').filters).toEqual({
      category: ['a,b', 'c'],
    })
    expect(valuesOf('')).toEqual([])
  })
})

describe('a period that was chosen', () => {
  const said = (period: string | undefined) => periodFilters(expense, period, '2026-11-20')
  it('is said by a quick range where it is one, and by nothing where it is the page’s own', () => {
    expect(said('2026-09-01,2026-11-30')).toEqual({ range: '3', period: '' })
    expect(said('2026-01-01,2026-11-30')).toEqual({ range: '', period: '' })
    expect(said('2026-01-07,2026-01-09')).toEqual({ range: '', period: '2026-01-07,2026-01-09' })
    expect(said(undefined)).toEqual({ range: '', period: '' })
  })
})
