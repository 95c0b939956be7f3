import { type Contributor, createExtensionPoint } from '#kernel/extension-point.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Menu } from '#kernel/plugin.ts'
import type { Label } from '#kernel/wording/label.ts'
import { commonDimensions, type PageAddress, type StatisticsPage, statisticsPermissions } from './statistics-page.ts'

/**
 * Pages of statistics. A module declares the page as data, contributes it, and lists its menu entry, its rights, and the address in its
 * browser half; table, charts, filters, drawers, subscriptions and export follow.
 *
 * @zh 统计页面。模块把页面声明为数据并贡献出来，列出其菜单和权限，并在浏览器端写上地址；表格、图表、筛选、明细抽屉、订阅和导出随之而来。
 *
 * @example `plugins/company-cars/plugin.ts`
 * ```ts
 * definePlugin({
 *   id: 'company-cars',
 *   requires: ['statistics'],
 *   permissions: rightsOfPages([kilometres]),
 *   menus: [statisticsMenu(kilometres, 'car')],
 *   contributes: [statisticsPages.of(kilometres)],
 * })
 * ```
 * @example `plugins/company-cars/browser.ts`
 * ```ts
 * defineBrowserPlugin({ id: 'company-cars', pages: [statisticsRoute(addresses.kilometres)] })
 * ```
 */
export const statisticsPages = createExtensionPoint<StatisticsPage>({ id: 'statistics.pages', keyOf: ({ key }) => key, faultsOf })

/** The menu entry of a page, in the directory of statistics; a menu that is folded shows its icon only. */
export const statisticsMenu = ({ key, cn, en, path, sort }: PageAddress, icon: string): Menu => ({ id: `statistics-${key}`,
  parent: 'statistics', cn, en, icon, path, needs: statisticsPermissions(key).view, buttons: [statisticsPermissions(key).export], sort })

/** The rights of pages. */
export const rightsOfPages = (pages: readonly PageAddress[]): readonly Permission[] =>
  pages.flatMap(({ key }) => Object.values(statisticsPermissions(key)))

/** Names of dimensions and measures that a page uses and does not declare. */
function faultsOf({ groupBy, filters, charts, headline, dimensions, measures }: StatisticsPage): readonly Label[] {
  const known = new Set<string>([...commonDimensions, ...Object.keys(dimensions)])
  const used = [...groupBy, ...filters, ...charts.flatMap(({ by }) => by ?? [])].filter((key) => !known.has(key))
  const figures = [...headline, ...charts.map(({ measure }) => measure)].filter((key) => !(key in measures))
  return [...used.map((key) => ({ cn: `没有维度“${key}”`, en: `There is no dimension “${key}”` })),
    ...figures.map((key) => ({ cn: `没有指标“${key}”`, en: `There is no measure “${key}”` }))]
}

/** The pages that modules contribute, in the order of the menu. */
export const pagesAmong = (plugins: readonly Contributor[]): readonly StatisticsPage[] => inOrder(statisticsPages.in(plugins))

/** Pages in the order of the menu. */
export const inOrder = (pages: readonly StatisticsPage[]): readonly StatisticsPage[] =>
  pages.toSorted((one, other) => one.sort - other.sort)
