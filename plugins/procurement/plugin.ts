import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { procurement } from './statistics/pages.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { costBasedProcurement } from './types/costBasedProcurement/index.ts'
import { newSuppliers } from './types/newSuppliers/index.ts'
import { purchasePrice } from './types/purchasePrice/index.ts'
import { sampleReview } from './types/sampleReview/index.ts'

const forms = [costBasedProcurement, newSuppliers, purchasePrice, sampleReview]

/** Purchases of expense items, and the introduction, sampling and pricing of material suppliers. */
export default definePlugin({
  id: 'procurement',
  requires: ['budgets', 'contracts', 'currencies', 'documents', 'expense-types', 'expenses', 'forms', 'masters', 'payments', 'projects',
    'sap', 'statistics', 'system'],
  permissions: [...rightsOfPages([procurement]), ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  forms,
  dictionaries,
  roles: [{ key: 'iqc', cn: '来料检验', en: 'Incoming inspection', sort: 19 }],
  opinionFacts: [{ key: 'arrivalTime', title: '到货时间', cn: '到货时间', en: 'Arrival time' }],
  menus: [
    statisticsMenu(procurement, 'shopping-cart'),
  ],
  contributes: [statisticsPages.of(procurement)],
  locales: { cn, en },
})
