import { definePlugin } from '#kernel/plugin.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can } from './permissions.ts'
import { journeyMessages } from './message-kinds.ts'

/** Journeys of people: made by trips, claims, taxis and cars, or entered by hand. */
export default definePlugin({
  id: 'journeys',
  requires: ['documents', 'forms', 'system'],
  permissions: Object.values(can),
  locales: { cn, en },
  messageKinds: journeyMessages,
  menus: [
    { id: 'my-trips', parent: 'cards-and-trips', cn: '我的行程', en: 'My trips', icon: 'environment', path: '/my-trips',
      buttons: [can.view], sort: 20 },
  ],
})
