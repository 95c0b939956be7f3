export default {
  'system.dictionary.codeFixed': '字典编码不可修改',
  'system.dictionary.builtIn': '内置项不可删除，可停用',
  'system.dictionary.closed': '业务类型由系统维护，不可新增',
  'system.dictionary.typeFixed': '字典项不可移到其他字典',
  'system.dictionary.valueFixed': '内置键值不可修改，可修改标签',
  'system.dictionary.valueUsed': '该键值已被使用，不可修改，可修改标签',
  'system.dictionary.valueExists': '该字典中已有此键值',
} as const
