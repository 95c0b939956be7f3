import { defineServer } from '#server/plugin.ts'
import { failedDeliveries, pausedDeliveries } from './action-items.ts'
import { pushRoutes } from './push-routes.ts'

export default defineServer({
  id: 'messages',
  callNames: { subjects: { push: { cn: '消息推送', en: 'Deliveries' } },
    operations: { '/system/push/resume': { cn: '恢复发送', en: 'Resume sending' } } },
  routes: pushRoutes,
  actionItems: [failedDeliveries, pausedDeliveries],
})
