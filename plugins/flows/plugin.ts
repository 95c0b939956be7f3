import { definePlugin } from '#kernel/plugin.ts'
import { can } from './permissions.ts'

/** The approval flows as the company has them, and the decision about those that a new release ships. */
export default definePlugin({
  id: 'flows',
  requires: ['documents', 'system'],
  permissions: Object.values(can),
  menus: [{ id: 'approval-flows', parent: 'system', cn: '审批流程', en: 'Approval flows', icon: 'partition', path: '/approval-process',
    needs: can.admin, sort: 55 }],
})
