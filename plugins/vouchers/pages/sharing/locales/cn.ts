export const cn = {
  use: '使用其他行的发票',
  row: '第 {n} 行',
  rowOf: '{table}第 {n} 行',
  place: '第 {n} 行',
  placeOf: '{table}第 {n} 行',
  left: '余 {left}',
  leftTag: '余 {left}',
  shared: '与{rows}共用，{total} 还剩 {left}',
  aboveTag: '超出',
  above: '与{rows}共用，{total} 已用 {used}',
  unknownTag: '共用',
  unknown: '与{rows}共用，文件中没有读到价税合计',
} as const
