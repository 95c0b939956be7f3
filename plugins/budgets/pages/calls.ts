import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { BudgetYear, ChangeRecord, EntryPage, QuarterLine } from './wire.ts'

/** Prefix of the keys of all budget queries, so that a change invalidates all of them. */
const budgets = 'budgets'

const base = '/budgetservice'
export const planPath = `${base}/annualBudget`
export const ledgerPath = `${base}/budget/ledger`

/** Page size of the lines. */
const pageSize = 500

/** Query for all lines of a year under the filters, loading all pages. */
export const yearQuery = (http: Http, filters: Readonly<Record<string, unknown>>) =>
  queryOptions({
    queryKey: [budgets, 'year', filters],
    queryFn: async ({ signal }) => {
      const page = (current: number) =>
        http.query<BudgetYear>(`${planPath}/page`, { ...filters, current, size: pageSize }, { signal, quiet: true })
      const first = await page(1)
      const rest = await Promise.all(Array.from({ length: Math.max(0, first.pages - 1) }, (_, index) => page(index + 2)))
      return { ...first, records: [first, ...rest].flatMap(({ records }) => records) }
    },
    placeholderData: keepPreviousData,
  })

/** Infinite query for the ledger entries behind a figure, newest first, 100 per page. */
export const entriesQuery = (http: Http, filter: Readonly<Record<string, unknown>>) =>
  infiniteQueryOptions({
    queryKey: [budgets, 'entries', filter],
    queryFn: ({ pageParam, signal }) =>
      http.query<EntryPage>(`${ledgerPath}/page`, { ...filter, current: pageParam, size: 100 }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length < last.pages ? all.length + 1 : undefined),
  })

/** Query for the lines of a quarter with variance and reasons. */
export const quarterQuery = (http: Http, year: number, quarter: number) =>
  queryOptions({
    queryKey: [budgets, 'quarter', year, quarter],
    queryFn: () => http.get<readonly QuarterLine[]>(`${base}/budget/varianceReason`, { year, quarter }, { quiet: true }),
  })

/** Query for the change history of a line. */
export const historyQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [budgets, 'history', id], queryFn: () =>
    http.get<readonly ChangeRecord[]>(`${planPath}/history`, { id }, { quiet: true }) })

export const calls = {
  add: `${planPath}/save`,
  change: `${planPath}/update`,
  setting: `${planPath}/setting`,
  lock: `${planPath}/lock`,
  adjust: `${base}/budget/adjust`,
  explain: `${base}/budget/varianceReason`,
} as const

export const budgetQueries = [[budgets]] as const
