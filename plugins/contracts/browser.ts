import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { statisticsRoute, statisticsSection } from '#plugins/statistics/browser-api.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { addresses } from './statistics/addresses.ts'
import { canLedger } from './permissions.ts'

const ContractsPage = lazyPage(async () => (await import('./pages/ContractsPage.tsx')).ContractsPage)

export default defineBrowserPlugin({
  id: 'contracts',
  pages: [
    { path: '/contract-standing-book', title: { cn: '合同台账', en: 'Contract ledger' }, component: ContractsPage, needs: canLedger.view },
    statisticsRoute(addresses.contractLedger),
  ],
  listSections: [statisticsSection('contract-figures', 'contract', addresses.contractLedger)],
})
