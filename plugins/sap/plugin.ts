import { formPermissions } from '#kernel/form.ts'
import { canPosting } from '#kernel/posting-permissions.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { postingCallNames } from './calls.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { canOpenItems, canPost, canStock } from './permissions.ts'
import { sapPayment } from './types/sapPayment/index.ts'

export default definePlugin({
  id: 'sap',
  requires: ['cost-centres', 'documents', 'forms', 'masters', 'payments', 'projects', 'system'],
  permissions: [...Object.values(canPost), canStock.view, canOpenItems.view, ...Object.values(formPermissions(sapPayment.key))],
  forms: [sapPayment],
  calls: ['sap.units', 'sap.materials', 'sap.subject', 'sap.movement', 'sap.costCenters', 'sap.projects', 'sap.stock', 'sap.credit',
    'sap.lastPrice', 'sap.salesFigures', 'sap.supply', 'sap.bom', 'sap.bomComponent', ...postingCallNames],
  menus: [{ id: 'sap-interfaces', parent: 'integration', cn: 'SAP接口', en: 'SAP interfaces', icon: 'link', path: '/sap-interfaces',
    needs: canPosting.view, sort: 14 }],
  dictionaries,
  locales: { cn, en },
})
