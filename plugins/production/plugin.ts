import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { dictionaries } from './dictionaries.ts'
import { cn, en } from './texts.ts'
import { materialRequisitions } from './statistics/pages.ts'
import { salesForecastingMonthMid } from './types/forecast/salesForecastingMonthMid.ts'
import { salesForecastingMonthStart } from './types/forecast/salesForecastingMonthStart.ts'
import { materialRequisition } from './types/materialRequisition/index.ts'
import { packingApply } from './types/packingApply/index.ts'
import { materialManagement } from './types/pushed/materialManagement.ts'
import { moqApproveSap } from './types/pushed/moqApproveSap.ts'
import { negativeRecordSap } from './types/pushed/negativeRecordSap.ts'
import { pmcManualSap } from './types/pushed/pmcManualSap.ts'
import { reserveTurnPreSap } from './types/pushed/reserveTurnPreSap.ts'
import { salesOverflowReview } from './types/pushed/salesOverflowReview.ts'
import { sapPurchaseRequisition } from './types/pushed/sapPurchaseRequisition.ts'

const filed = [materialRequisition, packingApply, salesForecastingMonthStart, salesForecastingMonthMid]
const pushed = [sapPurchaseRequisition, materialManagement, salesOverflowReview, reserveTurnPreSap, moqApproveSap, pmcManualSap,
  negativeRecordSap]

/** Materials, planning and production: requisitions, packing, and the documents that SAP has decided here. */
export default definePlugin({
  id: 'production',
  requires: ['contracts', 'cost-centres', 'currencies', 'documents', 'forms', 'masters', 'procurement', 'projects', 'sales', 'sap',
    'statistics', 'system'],
  permissions: [
    ...rightsOfPages([materialRequisitions]),
    ...filed.flatMap(({ key }) => Object.values(formPermissions(key))),
    ...pushed.map(({ key }) => formPermissions(key)).flatMap(({ view, export: take }) => [view, take]),
  ],
  forms: [...filed, ...pushed],
  formGroups: [
    { id: 'production', cn: '生产与计划', en: 'Production and planning', sort: 70 },
    { id: 'sap', cn: 'SAP协同', en: 'SAP collaboration', sort: 75 },
  ],
  dictionaries,
  roles: [
    { key: 'smtPlanner', cn: 'SMT计划员', en: 'SMT planner', sort: 31 },
    { key: 'productionHead', cn: '生产负责人', en: 'Production head', sort: 32 },
  ],
  roleScopes: [{ key: 'factory', cn: '工厂', en: 'Plant', to: 'factory' }],
  menus: [statisticsMenu(materialRequisitions, 'inbox')],
  contributes: [statisticsPages.of(materialRequisitions)],
  locales: { cn, en },
})
