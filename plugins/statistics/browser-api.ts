import type { ListSection, PageRoute } from '#shell/app-config.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { type PageAddress, statisticsPermissions } from './statistics-page.ts'

/** The route of a page of statistics, for the browser half of the module that declares it. */
export const statisticsRoute = ({ key, path, cn, en }: PageAddress): PageRoute => ({ path, title: { cn, en },
  component: lazyPage(async () => (await import('./pages/StatisticsPage.tsx')).pageOf(key)), needs: statisticsPermissions(key).view })

/** Figures and charts of a page above the list of a resource, for the browser half of the module that declares it. */
export const statisticsSection = (id: string, resource: string, page: PageAddress): ListSection => ({ id, resource,
  component: lazyPage(async () => (await import('./pages/ListFigures.tsx')).figuresOf(page.key)),
  needs: statisticsPermissions(page.key).view })
