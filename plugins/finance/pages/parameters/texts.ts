import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  title: { cn: '标准与参数', en: 'Standards and limits' },
  empty: { cn: '没有可维护的参数', en: 'Nothing to set here' },
  edit: { cn: '编辑', en: 'Edit' },
  editName: { cn: '编辑{name}', en: 'Edit {name}' },
  save: { cn: '保存', en: 'Save' },
  cancel: { cn: '取消', en: 'Cancel' },
  changedBy: { cn: '{name} {time} 修改', en: 'Changed by {name}, {time}' },
  initial: { cn: '初始值', en: 'Initial value' },
  uses: { cn: '用于', en: 'Used by' },
  moreUses: { cn: '另有 {count} 处', en: '{count} more' },
  use_rule: { cn: '{form}：{text}', en: '{form}: {text}' },
  use_node: { cn: '{form}：审批节点“{text}”', en: '{form}: approval step “{text}”' },
  use_field: { cn: '{form}：{text}', en: '{form}: {text}' },
  none: { cn: '不设标准', en: 'No standard' },
  required: { cn: '请填写{label}', en: 'Enter the {label}' },
  changed: { cn: '数据已被他人修改，请关闭后重新打开', en: 'Changed by someone else. Close this and open it again' },
  figure: { cn: '参数', en: 'Parameter' },
  note: { cn: '修改立即生效；审批中的单据在下一次校验时按新标准计算',
    en: 'Changes apply immediately. Documents in approval follow them at their next check' },
})
