import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  title: { cn: '预算', en: 'Budget' },
  budget: { cn: '{month} 预算', en: 'Budget for {month}' },
  noBudget: { cn: '未设预算', en: 'No budget set' },
  used: { cn: '已用', en: 'Used' },
  occupied: { cn: '占用', en: 'Occupied' },
  thisTime: { cn: '本次', en: 'This request' },
  covered: { cn: '申请已占用', en: 'Held by its applications' },
  left: { cn: '本次后可用', en: 'Left afterwards' },
  over: { cn: '超出', en: 'Over by' },
  month: { cn: '月份', en: 'Month' },
  months: { cn: '{name}：{year} 年各月预算、已用与占用', en: '{name}: budget, used and occupied by month of {year}' },
  plan: { cn: '预算', en: 'Budget' },
  more: { cn: '另有 {count} 项预算', en: '{count} more budgets' },
  more_one: { cn: '另有 {count} 项预算', en: '{count} more budget' },
})
