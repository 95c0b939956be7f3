/** Input of the rendering thread for a page; all texts are in the reader's language. */
export interface PictureSheet {
  readonly title: string
  /** Period, and the day up to which documents are counted. */
  readonly subtitle: string
  readonly headline: readonly { readonly name: string; readonly figure: string; readonly growths: readonly string[] }[]
  readonly charts: readonly PictureChart[]
  /** Placeholder of a chart without figures. */
  readonly nothing: string
}

/** `stack`, `side` and `lines` are vertical, `pareto` adds the line of cumulative shares, `bars` are horizontal. */
export interface PictureChart {
  readonly title: string
  readonly form: 'stack' | 'side' | 'lines' | 'pareto' | 'bars'
  readonly points: readonly string[]
  /** Values determine lengths only; `texts` are their labels. */
  readonly series: readonly { readonly name: string; readonly values: readonly number[]; readonly texts: readonly string[] }[]
  /** The axis is in percent. */
  readonly isPercent: boolean
}

/** Output of the rendering thread. */
export type PictureAnswer = { readonly png: Uint8Array } | { readonly error: string }
