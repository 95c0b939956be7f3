import { lazy } from 'react'
import type { HomeSection } from '#shell/app-config.ts'

/** What modules show on the home page beside the shell's own, from top to bottom; each is a chunk of its own. */
export const home: readonly HomeSection[] = [
  { id: 'budgets', component: lazy(async () => ({ default: (await import('#plugins/budgets/pages/glance/BudgetGlance.tsx')).BudgetGlance })), place: 'first' },
  { id: 'updates', component: lazy(async () => ({ default: (await import('#plugins/system/pages/updates/LatestUpdates.tsx')).LatestUpdates })), place: 'last' },
]
