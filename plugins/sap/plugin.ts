import { formPermissions } from '#kernel/form.ts'
import { canPosting } from '#kernel/postings.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { dictionary } from '#plugins/forms/kit.ts'
import { postingCallNames } from './calls.ts'
import { cn, en } from './texts.ts'
import { canOpenItems, canPost, canStock, canUnit } from './permissions.ts'
import { sapUnit } from './sap-unit.ts'
import { limits, sapPayment } from './types/sapPayment/index.ts'

/** The choices of payments posted in SAP. Codes of companies, purchasing groups and house banks are the company's own, as SAP has them. */
const dictionaries: readonly Dictionary[] = [
  dictionary('sapPayKind', 'SAP付款类型', 'SAP payment type',
    '1 预付款申请/Down payment request; 2 到期应付/Due payable; 3 提前付款/Early payment; 4 退款/Refund; 5 关联公司/Inter-company'),
  dictionary('sapCompanyCode', 'SAP公司代码', 'SAP company code', ''),
  dictionary('sapPurchaseGroup', 'SAP采购组', 'SAP purchasing group', ''),
  dictionary('houseBank', '付款银行', 'House bank', ''),
  limits.dictionary,
]

export default definePlugin({
  id: 'sap',
  requires: ['cost-centres', 'documents', 'forms', 'masters', 'payments', 'projects', 'system'],
  permissions: [...Object.values(canPost), canStock.view, canOpenItems.view, ...Object.values(canUnit),
    ...Object.values(formPermissions(sapPayment.key))],
  resources: [sapUnit],
  forms: [sapPayment],
  calls: ['sap.units', 'sap.materials', 'sap.subject', 'sap.movement', 'sap.costCenters', 'sap.projects', 'sap.stock', 'sap.credit',
    'sap.lastPrice', 'sap.salesFigures', 'sap.supply', 'sap.bom', 'sap.bomComponent', ...postingCallNames],
  menus: [{ id: 'sap-interfaces', parent: 'integration', cn: 'SAP接口', en: 'SAP interfaces', icon: 'link', path: '/sap-interfaces',
    needs: canPosting.view, sort: 14 }, { id: 'sap-units', parent: 'integration', cn: sapUnit.cn, en: sapUnit.en, icon: 'swap',
    path: sapUnit.path, needs: canUnit.view, sort: 15 }],
  dictionaries,
  locales: { cn, en },
})
