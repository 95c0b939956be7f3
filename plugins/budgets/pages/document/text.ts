import { definePartText } from '#fields/text.ts'

export const useDocumentText = definePartText({
  cn: {
    overBudget: '超预算',
    within: '预算内',
    budget: '预算',
    noBudget: '未设预算',
    usedOccupied: '已用 + 占用',
    thisTime: '本次',
    exceeded: '超出',
    judgedAtFiling: '按提交时的预算判断，之后可能有变化',
    blocked: '该年度预算不可超出，不能提交',
    explanationBy: '— {name}',
  },
  en: {
    overBudget: 'Over budget',
    within: 'Within budget',
    budget: 'Budget',
    noBudget: 'No budget set',
    usedOccupied: 'Used + occupied',
    thisTime: 'This request',
    exceeded: 'Over by',
    judgedAtFiling: 'Judged by the budget at submission, which may have changed since',
    blocked: 'This year’s budget can’t be exceeded, so this can’t be submitted',
    explanationBy: '— {name}',
  },
})
