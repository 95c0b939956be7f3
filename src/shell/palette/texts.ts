import { definePartText } from '#fields/text.ts'
import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  name: { cn: '搜索单据、人员、页面', en: 'Search documents, people, pages' },
  latest: { cn: '我最近发起的', en: 'My latest requests' },
  documents: { cn: '单据', en: 'Documents' },
  people: { cn: '人员', en: 'People' },
  pages: { cn: '页面', en: 'Pages' },
  start: { cn: '发起', en: 'New request' },
  actions: { cn: '操作', en: 'Actions' },
  none: { cn: '没有找到“{keyword}”', en: 'No results for “{keyword}”' },
  searchAll: { cn: '在单据列表中搜索“{keyword}”', en: 'Search documents for “{keyword}”' },
  toLanguage: { cn: '切换到 English', en: 'Switch to Chinese' },
  toDark: { cn: '切换到深色', en: 'Switch to dark' },
  toLight: { cn: '切换到浅色', en: 'Switch to light' },
  newRequest: { cn: '发起审批', en: 'New request' },
  signOut: { cn: '退出登录', en: 'Sign out' },
  startAt: { cn: '发起 › {group}', en: 'New request › {group}' },
  choose: { cn: '选择', en: 'Choose' },
  open: { cn: '打开', en: 'Open' },
  hint: { cn: '支持拼音与首字母：ys → 预算', en: 'Pinyin and initials work too' },
})

export const usePaletteText = definePartText({ cn, en })
