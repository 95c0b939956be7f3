import { definePlugin } from '#kernel/plugin.ts'
import { businessCard } from './business-card.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can, canAll, canSync } from './permissions.ts'

/** Business cards: own cards and collected contacts, with sharing and synchronisation. */
export default definePlugin({
  id: 'cards',
  requires: ['forms', 'masters', 'system'],
  permissions: [...Object.values(can), ...Object.values(canAll), ...Object.values(canSync)],
  resources: [businessCard],
  dictionaries,
  menus: [{ id: 'card-management', parent: 'cards-and-trips', cn: '名片', en: 'Business cards', icon: 'idcard', path: businessCard.path,
    needs: can.view, sort: 10 }],
  locales: { cn, en },
})
