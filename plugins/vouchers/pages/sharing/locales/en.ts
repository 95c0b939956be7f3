import type { cn } from './cn.ts'

export const en = {
  use: 'Use another row’s invoice',
  row: 'row {n}',
  rowOf: '{table} row {n}',
  place: 'Row {n}',
  placeOf: '{table}, row {n}',
  left: '{left} left',
  leftTag: '{left} left',
  shared: 'Shared with {rows}: {left} of {total} left',
  aboveTag: 'Above total',
  above: 'Shared with {rows}: {used} of {total} used',
  unknownTag: 'Shared',
  unknown: 'Shared with {rows}. Its total couldn’t be read from a file',
} as const satisfies Record<keyof typeof cn, string>
