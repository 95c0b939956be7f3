export const cn = {
  expired: '已过期',
  endsToday: '今天到期',
  endsIn: '{n}天后到期',
} as const
