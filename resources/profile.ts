import { lazyPage } from '#shell/routing/chunks.ts'
import type { ProfileSection } from '#shell/app-config.ts'

/** What modules add to a person's profile, each a chunk of its own. */
export const profile: readonly ProfileSection[] = [
  { id: 'payees', title: { cn: '收款账户', en: 'Payee accounts' }, component: lazyPage(async () => (await import('#plugins/masters/pages/payees/PayeesSection.tsx')).PayeesSection) },
  { id: 'updates', title: { cn: '更新日志', en: 'Update log' }, component: lazyPage(async () => (await import('#plugins/system/pages/updates/LatestUpdates.tsx')).LatestUpdates) },
]
