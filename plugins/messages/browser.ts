import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { canPush } from './permissions.ts'

const MessageCentrePage = lazyPage(async () => (await import('./pages/MessageCentrePage.tsx')).MessageCentrePage)
const PushPage = lazyPage(async () => (await import('./pages/push/PushPage.tsx')).PushPage)

export default defineBrowserPlugin({
  id: 'messages',
  pages: [
    { path: '/message-center', title: { cn: '消息中心', en: 'Messages' }, component: MessageCentrePage, tab: '/message-center' },
    { path: '/system/push', title: { cn: '消息推送', en: 'Deliveries' }, component: PushPage, needs: canPush.view },
  ],
})
