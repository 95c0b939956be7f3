import { use, useState } from 'react'
import { todayOf } from '#kernel/values/dates.ts'
import { useDeclarations } from '#shell/routing/routes-context.ts'
import { inOrder, statisticsPages } from '../extension-points.ts'
import type { StatisticsPage } from '../statistics-page.ts'
import type { AmountUnit } from '../figures.ts'

/** A page of statistics by its key; suspends until its declaration is loaded. */
export const useStatisticsPage = (key: string): StatisticsPage => use(useDeclarations().loadContribution(statisticsPages, key))

/** All pages in the order of the menu; suspends until their declarations are loaded. */
export const useStatisticsPages = (): readonly StatisticsPage[] => inOrder(use(useDeclarations().loadContributions(statisticsPages)))

/** The day on which the page was opened, in Shanghai. */
export function useToday(): string {
  const [today] = useState(() => todayOf(new Date()))
  return today
}

const remembered = 'oa.statistics.unit'

/** Display unit of amounts, stored in local storage. */
export function useUnit(): readonly [AmountUnit, (unit: AmountUnit) => void] {
  const [unit, setUnit] = useState<AmountUnit>(() => (localStorage.getItem(remembered) === 'tenThousand' ? 'tenThousand' : 'one'))
  return [unit, (next) => {
    setUnit(next)
    localStorage.setItem(remembered, next)
  }]
}
