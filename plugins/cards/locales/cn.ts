export default {
  'cards.nameNeeded': '请至少填写中文名或英文名',
  'cards.personalExists': '您已创建个人名片',
  'cards.exists': '名片已存在，是否覆盖？',
  'cards.bothLinked': '不能同时关联客户和供应商',
  'cards.notYours': '只能修改或删除本人的名片',
  'cards.syncFailed': '同步失败，请稍后再试',
  'cards.syncDone': '新增{added}，更新{changed}，失败{failed}',
} as const
