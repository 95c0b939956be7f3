import { definePartText } from '#fields/text.ts'

export const useSequenceText = definePartText({
  cn: { name: '列表中的单据', position: '{number} / {total}', previous: '上一份', next: '下一份', notOffered: '此单据现在不能{action}' },
  en: { name: 'Documents of the list', position: '{number} / {total}', previous: 'Previous document', next: 'Next document',
    notOffered: '“{action}” is not possible for this document now' },
})
