import { defineServer } from '#server/plugin.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import { pushRoutes } from './push-routes.ts'
import { canPush } from '../permissions.ts'

const shared = { path: '/system/push', area: 'administration', isFailure: true, needs: canPush.view } as const

/** Failed mail and chat deliveries; 0 for users with a restricted scope. */
const failedDeliveries: ActionItemSource = {
  ...shared,
  id: 'failedDeliveries',
  cn: '条消息未能送达',
  en: 'messages could not be delivered',
  enOne: 'message could not be delivered',
  async count({ db, caller, departments }) {
    if ((await departments(db, caller, 'push')) !== 'all') return 0
    const { count } = await db.selectFrom('message_push').select((eb) => eb.fn.countAll<string>().as('count')).where('state', '=', 'FAILED')
      .executeTakeFirstOrThrow()
    return Number(count)
  },
}

/** Deliveries held back by the pause after a restore, until an administrator resumes or discards them. */
const pausedDeliveries: ActionItemSource = {
  ...shared,
  id: 'pausedDeliveries',
  cn: '条消息等待确认后发送：恢复备份后已暂停',
  en: 'messages wait: sending is paused after a restore',
  enOne: 'message waits: sending is paused after a restore',
  async count({ db, caller, departments }) {
    if ((await departments(db, caller, 'push')) !== 'all') return 0
    const { count } = await db.selectFrom('message_push').select((eb) => eb.fn.countAll<string>().as('count'))
      .where('state', '=', 'PENDING').where((eb) => eb.exists(eb.selectFrom('outbox_pause').select('since')))
      .executeTakeFirstOrThrow()
    return Number(count)
  },
}

export default defineServer({
  id: 'messages',
  callNames: { subjects: { push: { cn: '消息推送', en: 'Deliveries' } },
    operations: { '/system/push/resume': { cn: '恢复发送', en: 'Resume sending' } } },
  routes: pushRoutes,
  actionItems: [failedDeliveries, pausedDeliveries],
})
