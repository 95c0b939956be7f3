import { definePlugin } from '#kernel/plugin.ts'
import { can, canIntervention } from './permissions.ts'

/** The approval flows as the company has them, and the decision about those that a new release ships. */
export default definePlugin({
  id: 'flows',
  requires: ['documents', 'system'],
  permissions: [...Object.values(can), ...Object.values(canIntervention)],
  menus: [{ id: 'approval-flows', parent: 'system', cn: '审批流程', en: 'Approval flows', icon: 'partition', path: '/approval-process',
    needs: can.admin, sort: 55 }, { id: 'interventions', parent: 'system', cn: '流程干预', en: 'Interventions', icon: 'audit',
    path: '/interventions', needs: canIntervention.confirm, sort: 56 }],
})
