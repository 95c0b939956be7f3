import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { dictionary } from '#plugins/forms/kit.ts'
import { cn, en } from './texts.ts'
import { canPriceBase, priceBase } from './price-base.ts'
import { salesPriceEntry } from './types/salesPriceEntry/index.ts'

/** Dictionaries of sales prices; the SAP codes of the sales organisation depend on the company. */
const dictionaries: readonly Dictionary[] = [
  dictionary('salesOrg', '销售组织', 'Sales organisation',
    '1000 苏州销售组织/Suzhou sales; 2000 东莞销售组织/Dongguan sales; 3000 越南销售组织/Vietnam sales'),
  dictionary('customerGroup', '客户组', 'Customer group',
    '01 行业客户/Industry; 02 经销商/Distributors; 03 电商平台/E-commerce; 04 海外客户/Overseas; 05 关联公司/Affiliates'),
]

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
