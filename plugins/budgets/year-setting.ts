/** Settings of a budget year. */
export interface YearSetting {
  readonly year: number
  /** First and last month of the yearly figures, 1–12. */
  readonly startMonth: number
  readonly endMonth: number
  /** True for a locked year, whose plans cannot change. */
  readonly locked: boolean
  /** Days after a quarter's end within which overspending must be explained. */
  readonly varianceDueDays: number
  /** Reaction to a document that exceeds a budget of the year. */
  readonly control: 'warn' | 'block'
}
