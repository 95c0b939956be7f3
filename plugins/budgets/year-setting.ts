/** The way in which a year is counted and controlled. */
export interface YearSetting {
  readonly year: number
  /** First and last month of the yearly figures, 1–12. */
  readonly startMonth: number
  readonly endMonth: number
  /** Closed: its plans change no more. */
  readonly locked: boolean
  /** Days after the end of a quarter within which overspending is to be explained. */
  readonly varianceDueDays: number
  /** The consequence for a document that exceeds a budget of the year. */
  readonly control: 'warn' | 'block'
}
