export default {
  'costCentres.overlap': '有效期重叠',
  'costCentres.defaultOverlap': '该部门在此期间已有默认成本中心',
  'costCentres.validityOrder': '失效日不能早于生效日',
  'costCentres.notMapped': '该成本中心不属于所选费用承担部门',
  'costCentres.ownerMissing': '成本中心负责人未维护',
  'approval.noCostCenterOwner': '成本中心负责人未维护',
  // in histories of documents from before `ownerOf`
  'approval.reason.costCenterOwner': '成本中心负责人',
} as const
