import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  use: { cn: '使用其他行的发票', en: 'Use another row’s invoice' },
  row: { cn: '第 {n} 行', en: 'row {n}' },
  rowOf: { cn: '{table}第 {n} 行', en: '{table} row {n}' },
  place: { cn: '第 {n} 行', en: 'Row {n}' },
  placeOf: { cn: '{table}第 {n} 行', en: '{table}, row {n}' },
  left: { cn: '余 {left}', en: '{left} left' },
  leftTag: { cn: '余 {left}', en: '{left} left' },
  shared: { cn: '与{rows}共用，{total} 还剩 {left}', en: 'Shared with {rows}: {left} of {total} left' },
  aboveTag: { cn: '超出', en: 'Above total' },
  above: { cn: '与{rows}共用，{total} 已用 {used}', en: 'Shared with {rows}: {used} of {total} used' },
  unknownTag: { cn: '共用', en: 'Shared' },
  unknown: { cn: '与{rows}共用，文件中没有读到价税合计', en: 'Shared with {rows}. Its total couldn’t be read from a file' },
})
