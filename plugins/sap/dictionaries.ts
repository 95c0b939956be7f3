import type { Dictionary } from '#kernel/plugin.ts'
import { dictionary } from '#plugins/forms/kit.ts'
import { limits } from './approval-limits.ts'

/** The choices of payments posted in SAP. Codes of companies, purchasing groups and house banks are the company's own, as SAP has them. */
export const dictionaries: readonly Dictionary[] = [
  dictionary('sapPayKind', 'SAP付款类型', 'SAP payment type',
    '1 预付款申请/Down payment request; 2 到期应付/Due payable; 3 提前付款/Early payment; 4 退款/Refund; 5 关联公司/Inter-company'),
  dictionary('sapCompanyCode', 'SAP公司代码', 'SAP company code', ''),
  dictionary('sapPurchaseGroup', 'SAP采购组', 'SAP purchasing group', ''),
  dictionary('houseBank', '付款银行', 'House bank', ''),
  limits.dictionary,
]
