import type { FilterProps } from '../types.ts'

export interface DaysFieldProps extends Pick<FilterProps, 'id' | 'value' | 'onChange'> {
  readonly label: string
  /** Whether either end may be empty. */
  readonly mayBeOpen?: boolean
  /** Predefined ranges. */
  readonly presets?: readonly DaysPreset[]
}

export interface DaysPreset {
  readonly label: string
  /** Start, relative to today. */
  readonly since: readonly [number, 'day' | 'week' | 'month' | 'year']
  /** End, in days before today. @default 0 */
  readonly until?: number
}
