import { use } from 'react'
import { useDeclarations } from '#shell/routing/routes-context.ts'
import { statisticsPages } from '../extension-points.ts'
import { inOrder } from '../pages-among.ts'
import type { StatisticsPage } from '../statistics-page.ts'

/** A page of statistics by its key; suspends until its declaration is loaded. */
export const useStatisticsPage = (key: string): StatisticsPage => use(useDeclarations().loadContribution(statisticsPages, key))

/** All pages in the order of the menu; suspends until their declarations are loaded. */
export const useStatisticsPages = (): readonly StatisticsPage[] => inOrder(use(useDeclarations().loadContributions(statisticsPages)))
