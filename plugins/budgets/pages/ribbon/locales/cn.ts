export const cn = {
  title: '预算',
  budget: '{month} 预算',
  used: '已用',
  occupied: '占用',
  thisTime: '本次',
  left: '本次后可用',
  over: '超出',
  month: '月份',
  months: '{name}：{year} 年各月预算、已用与占用',
  plan: '预算',
  more: '另有 {count} 项预算',
  more_one: '另有 {count} 项预算',
} as const
