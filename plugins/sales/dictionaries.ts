import type { Dictionary } from '#kernel/plugin.ts'
import { dictionary } from '#plugins/forms/kit.ts'

/** Dictionaries of sales prices; the SAP codes of the sales organisation depend on the company. */
export const dictionaries: readonly Dictionary[] = [
  dictionary('salesOrg', '销售组织', 'Sales organisation',
    '1000 苏州销售组织/Suzhou sales; 2000 东莞销售组织/Dongguan sales; 3000 越南销售组织/Vietnam sales'),
  dictionary('customerGroup', '客户组', 'Customer group',
    '01 行业客户/Industry; 02 经销商/Distributors; 03 电商平台/E-commerce; 04 海外客户/Overseas; 05 关联公司/Affiliates'),
]
