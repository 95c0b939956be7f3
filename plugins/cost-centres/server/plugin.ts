import { defineServer } from '#server/plugin.ts'
import { unmanaged } from './action-items.ts'
import { checkCharges } from './check-charges.ts'
import { costCenters } from './cost-centers.ts'
import { costCenterUsages } from './usages.ts'
import { migrations } from './migrations.ts'
import { costCenterRules, mappingRules } from './rules.ts'
import { usualCostCenter } from './usual-cost-center.ts'

export default defineServer({
  id: 'cost-centres',
  migrations,
  records: { costCenter: costCenterRules, departmentCostCenter: mappingRules },
  extensions: [checkCharges, usualCostCenter],
  actionItems: [unmanaged],
  usages: [costCenterUsages],
  owners: { costCenter: (db) => costCenters(db).owners() },
})
