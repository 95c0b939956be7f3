import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import { packingApply } from './types/packingApply/index.ts'

/** Requests to production: how products are packed. */
export default definePlugin({
  id: 'production',
  requires: ['documents', 'forms', 'masters', 'system'],
  permissions: Object.values(formPermissions(packingApply.key)),
  forms: [packingApply],
  formGroups: [{ id: 'production', cn: '生产与计划', en: 'Production and planning', sort: 70 }],
  dictionaries,
  roles: [
    { key: 'smtPlanner', cn: 'SMT计划员', en: 'SMT planner', sort: 31 },
    { key: 'productionHead', cn: '生产负责人', en: 'Production head', sort: 32 },
  ],
})
