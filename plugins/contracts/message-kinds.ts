import { defineMessageKind } from '#kernel/plugin.ts'

export const contractEnds = defineMessageKind({
  key: 'contractEnds',
  type: 'APPROVE',
  icon: 'file-protect',
  title: { cn: '合同即将到期', en: 'Contract ends soon' },
  content: { cn: '合同《{name}》（{no}）将于{date}到期，还有{d}天', en: 'Contract “{name}” ({no}) expires on {date} ({d} d left)' },
})
