import type { Contributor } from '#kernel/extension-point.ts'
import { statisticsPages } from './extension-points.ts'
import type { StatisticsPage } from './statistics-page.ts'

/** The pages that modules contribute, in the order of the menu. */
export const pagesAmong = (plugins: readonly Contributor[]): readonly StatisticsPage[] => inOrder(statisticsPages.in(plugins))

/** Pages in the order of the menu. */
export const inOrder = (pages: readonly StatisticsPage[]): readonly StatisticsPage[] =>
  pages.toSorted((one, other) => one.sort - other.sort)
