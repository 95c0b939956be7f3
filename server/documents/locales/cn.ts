export default {
  'documents.noSuchForm': '没有这种单据：{type}',
  'documents.noSuchDocument': '单据不存在',
  'documents.noSuchFlow': '流程版本不存在',
  'documents.noSuchTask': '任务不存在',
  'documents.notReadable': '无查看权限',
  'documents.linkUnknown': '关联单据不存在或不可关联',
  'documents.linkState': '关联单据{businessNo}状态不允许关联',
  'documents.personDisabled': '{name}已停用，请重新选择',
  'documents.noSuchRecord': '该记录不存在',
  'documents.notTakenBack': '只能在10分钟内撤回自己的内容',
  'documents.noSuchRow': '单据中没有该明细行',
  'documents.urged': 'ok',
}
