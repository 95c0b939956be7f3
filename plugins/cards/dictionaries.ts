import type { Dictionary } from '#kernel/plugin.ts'
import { dictionary } from '#plugins/forms/kit.ts'

export const dictionaries: readonly Dictionary[] = [
  dictionary('cardType', '名片类型', 'Card type', 'contact 收到的名片/Collected contact; personal 个人名片/My card'),
  dictionary('cardGroup', '名片分组', 'Card group',
    'customer 客户/Customer; supplier 供应商/Supplier; partner 伙伴/Partner; other 其他/Other'),
]
