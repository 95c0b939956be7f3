import { definePartText } from '#fields/text.ts'
import { bilingual } from '#kernel/wording/label.ts'

export const useSequenceText = definePartText(bilingual({
  name: { cn: '列表中的单据', en: 'Documents of the list' },
  position: { cn: '{number} / {total}', en: '{number} / {total}' },
  previous: { cn: '上一份', en: 'Previous document' },
  next: { cn: '下一份', en: 'Next document' },
  notOffered: { cn: '此单据现在不能{action}', en: '“{action}” is not possible for this document now' },
}))
