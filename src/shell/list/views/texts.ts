import { definePartText } from '#fields/text.ts'
import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  views: { cn: '视图', en: 'Views' },
  all: { cn: '默认视图', en: 'Default view' },
  own: { cn: '我的视图', en: 'My views' },
  shared: { cn: '共享给我', en: 'Shared with me' },
  by: { cn: '{name} · {owner}', en: '{name} · {owner}' },
  changed: { cn: '已更改', en: 'edited' },
  save: { cn: '存为新视图…', en: 'Save as new view…' },
  update: { cn: '更新“{name}”', en: 'Update “{name}”' },
  rename: { cn: '重命名或共享…', en: 'Rename or share…' },
  remove: { cn: '删除“{name}”', en: 'Delete “{name}”' },
  removed: { cn: '已删除视图“{name}”', en: 'View “{name}” deleted' },
  gone: { cn: '该视图已被删除，或不再共享给您', en: 'This view was deleted or is no longer shared with you' },
  saved: { cn: '已保存视图“{name}”', en: 'View “{name}” saved' },
  new: { cn: '新视图', en: 'New view' },
  edit: { cn: '视图“{name}”', en: 'View “{name}”' },
  name: { cn: '名称', en: 'Name' },
  share: { cn: '可见范围', en: 'Visible to' },
  onlyMe: { cn: '仅自己', en: 'Only me' },
  role: { cn: '角色：{name}', en: 'Role: {name}' },
  note: { cn: '保存当前的筛选、排序和列。共享后，该角色的成员可以使用，数据仍按各自的权限显示。',
    en: 'Saves the current filters, sort order and columns. Shared views show each person only the records they have access to.' },
  ok: { cn: '保存', en: 'Save' },
})

export const useViewText = definePartText<keyof typeof cn>({ cn, en })
