import { lazyPage } from '../src/shell/routing/chunks.ts'
import type { PageRoute } from '../src/shell/world.ts'
import { canRate } from '../plugins/currencies/permissions.ts'

const RatesPage = lazyPage(async () => (await import('../plugins/currencies/pages/RatesPage.tsx')).RatesPage)

/** Pages that modules draw themselves, each a chunk of its own; at the path of a declared resource they stand in for its list. */
export const pages: readonly PageRoute[] = [
  { path: '/exchange-management', title: { cn: '汇率管理', en: 'Exchange rates' }, component: RatesPage, needs: canRate.view, isPlain: true },
]
