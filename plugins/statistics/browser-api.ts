import type { ListSection, PageRoute } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { type PageAddress, statisticsPermissions } from './statistics-page.ts'

/** The route of a page of statistics, for the browser half of the module that declares it. */
export const statisticsRoute = ({ key, path, cn, en }: PageAddress): PageRoute => ({ path, title: { cn, en },
  component: lazyPage(async () => (await import('./pages/StatisticsPage.tsx')).pageOf(key)), needs: statisticsPermissions(key).view })

/** The route of pages that come with what a company designs: `:page` of the path stands for the key that `keyOf` makes of it. */
export const designedStatisticsRoute = (
  { path, title, keyOf }: Pick<PageRoute, 'path' | 'title'> & { keyOf(page: string): string },
): PageRoute => ({ path, title, component: lazyPage(async () => (await import('./pages/StatisticsPage.tsx')).designedPageOf(keyOf)) })

/** Figures and charts of a page above the list of a resource, for the browser half of the module that declares it. */
export const statisticsSection = (id: string, resource: string, page: PageAddress): ListSection => ({ id, resource,
  component: lazyPage(async () => (await import('./pages/ListFigures.tsx')).figuresOf(page.key)),
  needs: statisticsPermissions(page.key).view })
