import type { FilterProps } from '../types.ts'

export interface DaysFieldProps extends Pick<FilterProps, 'id' | 'value' | 'onChange'> {
  readonly label: string
  /** Either end may be left out. */
  readonly mayBeOpen?: boolean
  /** Spans of days to be taken with one press. */
  readonly presets?: readonly DaysPreset[]
}

export interface DaysPreset {
  readonly label: string
  /** So long before today it begins. */
  readonly since: readonly [number, 'day' | 'week' | 'month' | 'year']
  /** So many days before today it ends; default: today. */
  readonly until?: number
}
