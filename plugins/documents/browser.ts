import { canPosting } from '#kernel/postings.ts'
import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { statisticsRoute } from '#plugins/statistics/browser-api.ts'
import { addresses } from './statistics/addresses.ts'
import { lazyPage } from '#shell/routing/chunks.ts'

const PostingCentrePage = lazyPage(async () => (await import('./pages/PostingCentrePage.tsx')).PostingCentrePage)

const ReconciliationPage = lazyPage(async () => (await import('./pages/ReconciliationPage.tsx')).ReconciliationPage)

export default defineBrowserPlugin({
  id: 'documents',
  pages: [{ path: '/posting-centre', title: { cn: '过账中心', en: 'Posting centre' }, component: PostingCentrePage, needs: canPosting.view,
    counts: '/workflow/posting/count' }, { path: '/posting-reconciliation', title: { cn: '过账对账', en: 'Reconciliation' },
    component: ReconciliationPage, needs: canPosting.view }, ...Object.values(addresses).map(statisticsRoute)],
})
