export default {
  'currencies.wholeAmounts': '{currency}金额须为整数',
  'currencies.rateMissing': '该币种本月未设置汇率，请联系财务',
  'currencies.rateLookupFailed': '获取汇率失败，请刷新重试',
  'currencies.rateChanged': '汇率已更新，请重新计算',
  'currencies.reasonRequired': '该月份汇率已被单据使用，修改须填写原因',
  'currencies.lockedForImport': '该月已锁定，请在页面上填写原因后修改',
  'currencies.monthFixed': '年月和币种不可修改，请新建一条汇率',
  'currencies.codeFixed': '币种代码不可修改',
  'currencies.baseRate': '人民币汇率恒为 1，不可设置',
  'currencies.nothingToCopy': '{month} 没有可复制的汇率',
} as const
