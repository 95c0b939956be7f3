import type { FormGroup } from '#kernel/plugin.ts'

/** Groups of the start page, shared with modules that require this one. */
export const formGroups: readonly FormGroup[] = [
  { id: 'finance', cn: '费用报销', en: 'Claims', sort: 10 },
  { id: 'expenseApplication', cn: '费用申请', en: 'Expense requests', sort: 30 },
  { id: 'quality', cn: '研发与质量', en: 'R&D and quality', sort: 60 },
  { id: 'administration', cn: '行政', en: 'Administration', sort: 80 },
  { id: 'it', cn: 'IT', en: 'IT', sort: 110 },
]
