import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { can } from './permissions.ts'

const DriversPage = lazyPage(async () => (await import('./pages/DriversPage.tsx')).DriversPage)

export default defineBrowserPlugin({
  id: 'drivers',
  pages: [
    { path: '/driver-management', title: { cn: '驾驶员', en: 'Drivers' }, component: DriversPage, needs: can.view },
  ],
})
