import { definePlugin } from '#kernel/plugin.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { offlineReimbursement } from './offline-reimbursement.ts'
import { can } from './permissions.ts'

export default definePlugin({
  id: 'offline-reimbursement',
  requires: ['documents', 'budgets', 'cost-centres', 'currencies', 'expense-types', 'projects', 'forms', 'statistics'],
  permissions: Object.values(can),
  resources: [offlineReimbursement],
  dictionaries: [
    {
      key: 'offlineSource',
      cn: '线下报销来源',
      en: 'Source of offline data',
      items: [
        { value: '1', cn: '手工录入', en: 'Manual' },
        { value: '2', cn: 'Excel导入', en: 'Excel import' },
        { value: '3', cn: 'SAP凭证', en: 'SAP voucher' },
      ],
    },
  ],
  menus: [{ id: 'offline-reimbursement', parent: 'finance', cn: '线下报销', en: 'Offline reimbursement', icon: 'pay-circle',
    path: offlineReimbursement.path, needs: can.view, sort: 60 }],
  locales: { cn, en },
})
