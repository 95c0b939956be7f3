import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  data: { cn: '预测数据', en: 'Forecast data' },
  lastProducts: { cn: '上月产品', en: 'Last month’s products' },
  scopeFirst: { cn: '请先选择预测月份、销售组和渠道', en: 'Choose the month, sales group and channel first' },
  taken: { cn: '已带出{count}个产品', en: '{count} products added' },
  nothingTaken: { cn: '没有可带出的上月产品', en: 'Last month has no further products' },
  clear: { cn: '清除缓存', en: 'Clear cache' },
  clearTitle: { cn: '确定清除缓存并重新加载？', en: 'Clear the cache and reload?' },
  clearText: { cn: '将删除本表单的草稿和已填明细，重新读取SAP数据，并带出上月产品。',
    en: 'Your draft and the lines entered here are deleted, SAP figures are read again, and last month’s products are filled in.' },
  cleared: { cn: '缓存已清除', en: 'Cache cleared' },
  download: { cn: '下载明细和数据', en: 'Download lines with figures' },
})
