import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'costCentres.overlap': { cn: '有效期重叠', en: 'Validity periods overlap' },
  'costCentres.defaultOverlap': { cn: '该部门在此期间已有默认成本中心',
    en: 'The department already has a default cost centre for this period' },
  'costCentres.validityOrder': { cn: '失效日不能早于生效日', en: 'The last day of validity can’t be before the first' },
  'costCentres.notMapped': { cn: '该成本中心不属于所选费用承担部门',
    en: 'This cost centre doesn’t belong to the selected bearing department' },
  'costCentres.ownerMissing': { cn: '成本中心负责人未维护', en: 'Cost center manager not maintained' },
  'approval.noCostCenterOwner': { cn: '成本中心负责人未维护', en: 'Cost center manager not maintained' },
  // in histories of documents from before `ownerOf`
  'approval.reason.costCenterOwner': { cn: '成本中心负责人', en: 'Cost centre manager' },
})
