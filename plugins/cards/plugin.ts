import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { dictionary } from '#plugins/forms/kit.ts'
import { businessCard } from './business-card.ts'
import { cn, en } from './texts.ts'
import { can, canAll, canSync } from './permissions.ts'

const dictionaries: readonly Dictionary[] = [
  dictionary('cardType', '名片类型', 'Card type', 'contact 收到的名片/Collected contact; personal 个人名片/My card'),
  dictionary('cardGroup', '名片分组', 'Card group',
    'customer 客户/Customer; supplier 供应商/Supplier; partner 伙伴/Partner; other 其他/Other'),
]

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
