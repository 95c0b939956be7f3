/** A picture of a page as it goes to the thread that draws it: every text in the reader's language. */
export interface PictureSheet {
  readonly title: string
  /** The period, and up to which day documents are counted. */
  readonly subtitle: string
  readonly headline: readonly { readonly name: string; readonly figure: string; readonly growths: readonly string[] }[]
  readonly charts: readonly PictureChart[]
  /** Shown in a chart without figures. */
  readonly nothing: string
}

/**
 * `stack`, `side` and `lines` stand along an axis, `pareto` beside how much the first values come to together, `bars` lie below each other.
 */
export interface PictureChart {
  readonly title: string
  readonly form: 'stack' | 'side' | 'lines' | 'pareto' | 'bars'
  readonly points: readonly string[]
  /** Lengths only how the picture looks rests on, and what they say. */
  readonly series: readonly { readonly name: string; readonly values: readonly number[]; readonly texts: readonly string[] }[]
  /** Of shares: percents along the axis. */
  readonly isPercent: boolean
}

/** The thread’s answer. */
export type PictureAnswer = { readonly png: Uint8Array } | { readonly error: string }
