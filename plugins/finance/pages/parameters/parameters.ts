import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { type ParameterAnswer, type ParameterGroup, parameterPath } from '#plugins/finance/parameters.ts'

export const parametersKey = 'financeParameters'

/** The parameters of finance in their groups, with the rules and fields that use them. */
export const parametersQuery = (http: Http) =>
  queryOptions({ queryKey: [parametersKey], queryFn: () =>
    http.get<readonly ParameterGroup[]>(`${parameterPath}/list`, {}, { quiet: true }) })

/** Parameters of one row of a table, by column; a column without one is paid at cost. */
export const cellsOf = ({ table, parameters }: ParameterGroup, row: string): readonly (ParameterAnswer | undefined)[] =>
  (table?.columns ?? []).map(({ value }) => parameters.find(({ name }) => name === `${row}.${value}`))

/** The rows of a table with at least one figure. */
export const rowsOf = (group: ParameterGroup): readonly (Label & { readonly key: string })[] =>
  (group.table?.rows ?? []).filter(({ key }) => cellsOf(group, key).some(Boolean))

export interface Sentence {
  readonly kind: 'rule' | 'node' | 'field'
  readonly form: string
  readonly text: string
}

/** The sentences that some parameters feed, once each; a blank that is the figure shows it. */
export function sentencesOf(parameters: readonly ParameterAnswer[], locale: Locale): readonly Sentence[] {
  const all = parameters.flatMap(({ uses, value }) =>
    uses.map(({ kind, form, label, blanks }): Sentence => ({ kind, form: form[locale],
      text: filled(label[locale], blanks, String(value ?? '')) })
    )
  )
  return [...new Map(all.map((sentence) => [`${sentence.kind} ${sentence.form} ${sentence.text}`, sentence])).values()]
}

const filled = (sentence: string, blanks: readonly string[], value: string): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, blank: string) => (blanks.includes(blank) ? value : '…'))

/** The unit of a parameter stands behind its figure. */
export const noSign = { sign: '' } as const
