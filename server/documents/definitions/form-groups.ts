import type { Label } from '#kernel/wording/label.ts'

/** Groups under which processes are offered, in their order; a form names one by its id. */
export const formGroups: readonly ({ readonly id: string } & Label)[] = [
  { id: 'finance', cn: '费用报销', en: 'Claims' },
  { id: 'travel', cn: '出行用车', en: 'Travel and cars' },
  { id: 'expenseApplication', cn: '费用申请', en: 'Expense requests' },
  { id: 'payment', cn: '付款', en: 'Payments' },
  { id: 'contract', cn: '合同与采购', en: 'Contracts and purchasing' },
  { id: 'quality', cn: '研发与质量', en: 'R&D and quality' },
  { id: 'production', cn: '生产与计划', en: 'Production and planning' },
  { id: 'administration', cn: '行政', en: 'Administration' },
  { id: 'project', cn: '项目与提案', en: 'Projects and proposals' },
  { id: 'library', cn: '图书馆', en: 'Library' },
  { id: 'it', cn: 'IT', en: 'IT' },
]
