import type { FormGroup } from '#kernel/plugin.ts'

/** Groups of the start page for forms of this module and of those that require it. */
export const formGroups: readonly FormGroup[] = [
  { id: 'finance', cn: '费用报销', en: 'Claims', sort: 10 },
  { id: 'travel', cn: '出行用车', en: 'Travel and cars', sort: 20 },
  { id: 'expenseApplication', cn: '费用申请', en: 'Expense requests', sort: 30 },
  { id: 'payment', cn: '付款', en: 'Payments', sort: 40 },
  { id: 'quality', cn: '研发与质量', en: 'R&D and quality', sort: 60 },
  { id: 'administration', cn: '行政', en: 'Administration', sort: 80 },
  { id: 'project', cn: '项目与提案', en: 'Projects and proposals', sort: 90 },
  { id: 'it', cn: 'IT', en: 'IT', sort: 110 },
]
