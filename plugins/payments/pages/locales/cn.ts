export const cn = {
  title: '待付款',
  count_one: '{count} 笔',
  count: '{count} 笔',
} as const
