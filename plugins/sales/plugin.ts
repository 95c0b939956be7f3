import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { canPriceBase } from './permissions.ts'
import { priceBase } from './price-base.ts'
import { salesPriceEntry } from './types/salesPriceEntry/index.ts'

/** Approval of sales prices, compared with floor prices and costs. */
export default definePlugin({
  id: 'sales',
  requires: ['contracts', 'documents', 'forms', 'masters', 'sap', 'procurement', 'system'],
  permissions: [...Object.values(canPriceBase), ...Object.values(formPermissions(salesPriceEntry.key))],
  forms: [salesPriceEntry],
  resources: [priceBase],
  dictionaries,
  roles: [{ key: 'salesDirector', cn: '销售总监', en: 'Sales director', sort: 21 }],
  menus: [{ id: 'sales-price-bases', parent: 'masters', cn: '产品底价', en: 'Floor prices', icon: 'fund', path: priceBase.path,
    needs: canPriceBase.view, sort: 55 }],
  locales: { cn, en },
})
