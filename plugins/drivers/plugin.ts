import { definePlugin } from '#kernel/plugin.ts'
import { driver } from './driver.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can, canKnowLicence } from './permissions.ts'

/** The people who may drive on business, and until when. */
export default definePlugin({
  id: 'drivers',
  requires: ['forms', 'system'],
  permissions: [...Object.values(can), ...Object.values(canKnowLicence)],
  resources: [driver],
  menus: [{ id: 'driver-management', parent: 'cards-and-trips', cn: '驾驶员', en: 'Drivers', icon: 'idcard', path: driver.path,
    needs: can.view, sort: 25 }],
  locales: { cn, en },
})
