import { lazy } from 'react'
import type { CentreSection } from '#shell/app-config.ts'

/** What modules show in the message centre beside the messages, from top to bottom. */
export const messageCentre: readonly CentreSection[] = [
  { id: 'updates', component: lazy(async () => ({ default: (await import('#plugins/system/pages/updates/LatestUpdates.tsx')).LatestUpdates })) },
]
