import { definePlugin } from '#kernel/plugin.ts'
import { areaDistance } from './area-distance.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can } from './permissions.ts'

/** Distances between places, kept by finance. */
export default definePlugin({
  id: 'distances',
  requires: ['documents', 'finance', 'system'],
  permissions: Object.values(can),
  resources: [areaDistance],
  menus: [{ id: 'distance-management', parent: 'finance', cn: '里程表', en: 'Distances', icon: 'swap', path: areaDistance.path,
    needs: can.view, sort: 55 }],
  locales: { cn, en },
})
