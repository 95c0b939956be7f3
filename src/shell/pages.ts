import type { Http } from '#providers/http.ts'
import { bodyOf, documentFilters, documentLists, documentsTab, listCall, rowsBody } from './documents/lists.ts'
import { HomePage } from './home/HomePage.tsx'
import { directoryPath, morePath } from './layout/menu-tree.ts'
import { lazyPage } from './routing/chunks.ts'
import { NotFound, NotSupportedPage } from './states/pages.tsx'
import type { Routes } from './routing/routes-context.ts'
import type { AppConfig, PageRoute } from './browser-plugin.ts'
import { readQuery } from './list/query.ts'
import type { TabLocation } from './tabs/model.ts'

const DocumentsPage = lazyPage(async () => (await import('./documents/DocumentsPage.tsx')).DocumentsPage)

const ReviewPage = lazyPage(async () => (await import('./review/ReviewPage.tsx')).ReviewPage)

const MorePage = lazyPage(async () => (await import('./more/MorePage.tsx')).MorePage)

const DirectoryPage = lazyPage(async () => (await import('./more/DirectoryPage.tsx')).DirectoryPage)

/** Pages of the shell; plugins add theirs. */
const shellPages: readonly PageRoute[] = [
  { path: '/', title: { cn: '首页', en: 'Home' }, component: HomePage },
  ...documentLists.map(({ path, cn, en, title = { cn, en } }) => ({ path, title, component: DocumentsPage, tab: documentsTab,
    isNext: true as const, ask: prefetchDocuments })
  ),
  { path: '/review', title: { cn: '审阅', en: 'Review' }, component: ReviewPage, tab: '/review', isWide: true },
  { path: morePath, title: { cn: '更多', en: 'More' }, component: MorePage, tab: morePath },
  { path: directoryPath(':id'), title: { cn: '页面', en: 'Pages' }, component: DirectoryPage },
  { path: '/404', title: { cn: '页面不存在', en: 'Page not found' }, component: NotFound },
  { path: '/not-support', title: { cn: '暂不支持', en: 'Not supported' }, component: NotSupportedPage },
]

/** The routes of the product: the shell's pages, then those of the modules. */
export const routesOf = (config: AppConfig): Routes => ({ config, pages: [...shellPages, ...config.pages] })

/** Prefetches the rows of the list at an address. */
function prefetchDocuments(http: Http, { pathname, search }: TabLocation): void {
  const list = documentLists.find(({ path }) => path === pathname)
  if (list) http.prefetch(listCall(list), rowsBody(bodyOf(readQuery(new URLSearchParams(search), documentFilters))))
}
