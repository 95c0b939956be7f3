import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { BudgetYear, ChangeRecord, EntryPage, QuarterLine } from './wire.ts'

/** The key that all queries about budgets begin with; a change makes all of them stale. */
const budgets = 'budgets'

const base = '/budgetservice'
export const planPath = `${base}/annualBudget`
export const ledgerPath = `${base}/budget/ledger`

/** Lines that one call answers. */
const pageSize = 500

/** The lines of a year that the filters let through: all of them, in as many calls as it takes. */
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

/** The entries behind a figure, newest first, as many as were asked for. */
export const entriesQuery = (http: Http, filter: Readonly<Record<string, unknown>>) =>
  infiniteQueryOptions({
    queryKey: [budgets, 'entries', filter],
    queryFn: ({ pageParam, signal }) =>
      http.query<EntryPage>(`${ledgerPath}/page`, { ...filter, current: pageParam, size: 100 }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length < last.pages ? all.length + 1 : undefined),
  })

/** The lines of a quarter with their variance and the explanations so far. */
export const quarterQuery = (http: Http, year: number, quarter: number) =>
  queryOptions({
    queryKey: [budgets, 'quarter', year, quarter],
    queryFn: () => http.get<readonly QuarterLine[]>(`${base}/budget/varianceReason`, { year, quarter }, { quiet: true }),
  })

/** The changes of one line's plan. */
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
