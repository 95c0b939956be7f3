import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { entertainment, serviceFee } from './statistics/applications.ts'
import { expense } from './statistics/expense.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { offlineReimbursement } from './offline-reimbursement/offline-reimbursement.ts'
import { can } from './offline-reimbursement/permissions.ts'
import { entertainmentApply } from './types/entertainmentApply/index.ts'
import { expenseReimbursement } from './types/expenseReimbursement/index.ts'
import { serviceFeeApply } from './types/serviceFeeApply/index.ts'

const forms = [expenseReimbursement, entertainmentApply, serviceFeeApply]

/** Expense claims, requests for entertainment and service fees, and offline reimbursements. */
export default definePlugin({
  id: 'expenses',
  requires: ['budgets', 'cost-centres', 'currencies', 'documents', 'expense-types', 'finance', 'forms', 'masters', 'payments', 'projects',
    'statistics', 'system', 'travel'],
  permissions: [...rightsOfPages([expense, entertainment, serviceFee]), ...Object.values(can),
    ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  resources: [offlineReimbursement],
  forms,
  dictionaries,
  roles: [{ key: 'adminOffice', cn: '行政', en: 'Administration office', sort: 44 }],
  menus: [
    { id: 'offline-reimbursement', parent: 'finance', cn: '线下报销', en: 'Offline reimbursement', icon: 'pay-circle',
      path: offlineReimbursement.path, needs: can.view, sort: 60 },
    statisticsMenu(expense, 'wallet'),
    statisticsMenu(entertainment, 'gift'),
    statisticsMenu(serviceFee, 'solution'),
  ],
  contributes: [statisticsPages.of(expense, entertainment, serviceFee)],
  locales: { cn, en },
})
