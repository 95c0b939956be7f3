import { confirmPermission } from '#approval/administrator.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import type { DocumentHost } from '../host.ts'
import { countToConfirm } from './rows.ts'

/** Interventions that the caller may confirm. */
export const interventionsToConfirm = (host: () => DocumentHost): ActionItemSource => ({
  id: 'interventionsToConfirm',
  area: 'administration',
  cn: '项流程干预待您确认',
  en: 'interventions wait for your confirmation',
  enOne: 'intervention waits for your confirmation',
  path: '/interventions',
  needs: confirmPermission,
  count: ({ db, caller, at }) => countToConfirm({ host: host(), db, caller, at }),
})
