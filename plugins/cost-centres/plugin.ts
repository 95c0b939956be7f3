import { definePlugin } from '#kernel/plugin.ts'
import { costCenter, departmentCostCenter } from './cost-center.ts'
import { cn, en } from './texts.ts'
import { can, canMap } from './permissions.ts'

export default definePlugin({
  id: 'cost-centres',
  requires: ['documents', 'expense-types'],
  permissions: [...Object.values(can), ...Object.values(canMap)],
  resources: [costCenter, departmentCostCenter],
  menus: [
    { id: 'cost-center-management', parent: 'finance', cn: '成本中心', en: 'Cost centres', icon: 'apartment', path: costCenter.path,
      needs: can.view, sort: 40 },
    { id: 'department-costcenter', parent: 'finance', cn: '部门成本中心映射', en: 'Cost-centre mapping', icon: 'partition',
      path: departmentCostCenter.path, needs: canMap.view, sort: 50 },
  ],
  owners: [{ of: costCenter.offers, cn: '成本中心负责人', en: 'Cost centre manager', missing: 'noCostCenterOwner', demanded: true,
    formerly: 'costCenterOwner' }],
  locales: { cn, en },
})
