export const cn = {
  data: '预测数据',
  lastProducts: '上月产品',
  scopeFirst: '请先选择预测月份、销售组和渠道',
  taken: '已带出{count}个产品',
  nothingTaken: '没有可带出的上月产品',
  clear: '清除缓存',
  clearTitle: '确定清除缓存并重新加载？',
  clearText: '将删除本表单的草稿和已填明细，重新读取SAP数据，并带出上月产品。',
  cleared: '缓存已清除',
  download: '下载明细和数据',
} as const
