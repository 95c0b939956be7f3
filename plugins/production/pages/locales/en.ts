import type { cn } from './cn.ts'

export const en = {
  data: 'Forecast data',
  lastProducts: 'Last month’s products',
  scopeFirst: 'Choose the month, sales group and channel first',
  taken: '{count} products added',
  nothingTaken: 'Last month has no further products',
  clear: 'Clear cache',
  clearTitle: 'Clear the cache and reload?',
  clearText: 'Your draft and the lines entered here are deleted, SAP figures are read again, and last month’s products are filled in.',
  cleared: 'Cache cleared',
  download: 'Download lines with figures',
} as const satisfies Record<keyof typeof cn, string>
