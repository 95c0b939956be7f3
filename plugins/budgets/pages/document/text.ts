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
    explanationBy: '— {name}',
  },
})
