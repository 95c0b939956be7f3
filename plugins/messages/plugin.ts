import { definePlugin } from '#kernel/plugin.ts'
import { cn, en } from './texts.ts'
import { canPush } from './permissions.ts'

/** Message centre, and the administration of mail and chat deliveries. */
export default definePlugin({
  id: 'messages',
  requires: ['documents', 'system'],
  permissions: Object.values(canPush),
  locales: { cn, en },
  menus: [
    { id: 'message-center', parent: 'workbench', cn: '消息中心', en: 'Messages', icon: 'message', path: '/message-center', sort: 70 },
    { id: 'system-push', parent: 'system', cn: '消息推送', en: 'Deliveries', icon: 'send', path: '/system/push', needs: canPush.view,
      wholeOf: 'push', sort: 85 },
  ],
})
