export const cn = {
  expired: '已过期',
  endsToday: '今天到期',
  endsIn: '{count} 天后到期',
  endsIn_one: '{count} 天后到期',
} as const
