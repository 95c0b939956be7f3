import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'sourcing.supplierExists': { cn: '该供应商已存在：{code}', en: 'The supplier already exists: {code}' },
  'sourcing.notSampled': { cn: '物料未完成样品承认', en: 'The material has no completed sample review' },
  'sourcing.accountTwice': { cn: '银行账号重复', en: 'Two rows have the same account number' },
  'approval.opinionArrivalTime': { cn: '审批意见中必须包含到货时间', en: 'The opinion must contain the arrival time' },
})
