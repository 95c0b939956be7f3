import { canConfigure } from '#kernel/flow/approval-settings.ts'
import { canDesign } from '#kernel/flow/design.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { can, canIntervention } from './permissions.ts'

/** Module for the company's approval flows: design, desk, interventions and settings. */
export default definePlugin({
  id: 'flows',
  requires: ['documents', 'system'],
  permissions: [...Object.values(can), ...Object.values(canIntervention), ...Object.values(canDesign), ...Object.values(canConfigure)],
  menus: [{ id: 'approval-flows', parent: 'system', cn: '审批流程', en: 'Approval flows', icon: 'partition', path: '/approval-process',
    needs: can.admin, sort: 55 }, { id: 'approval-desk', parent: 'system', cn: '审批台', en: 'Approval desk', icon: 'solution',
    path: '/approval-manage', needs: can.admin, sort: 55 }, { id: 'interventions', parent: 'system', cn: '流程干预', en: 'Interventions',
    icon: 'audit', path: '/interventions', needs: canIntervention.confirm, sort: 56 }, { id: 'approval-settings', parent: 'system',
    cn: '流程配置', en: 'Approval settings', icon: 'setting', path: '/workflow-config', needs: can.admin,
    buttons: Object.values(canConfigure), sort: 57 }],
})
