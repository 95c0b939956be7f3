import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { type ParameterAnswer, type ParameterGroup, parameterPath } from '#plugins/finance/parameters.ts'

export const parametersKey = 'financeParameters'

/** Query for the parameters by subject, with the rules and fields that use them. */
export const parametersQuery = (http: Http) =>
  queryOptions({ queryKey: [parametersKey], queryFn: () =>
    http.get<readonly ParameterGroup[]>(`${parameterPath}/list`, {}, { quiet: true }) })

/** Parameters of a row by column; undefined where the standard is paid at cost. */
export const cellsOf = ({ table, parameters }: ParameterGroup, row: string): readonly (ParameterAnswer | undefined)[] =>
  (table?.columns ?? []).map(({ value }) => parameters.find(({ name }) => name === `${row}.${value}`))

/** Rows with at least one parameter. */
export const rowsOf = (group: ParameterGroup): readonly (Label & { readonly key: string })[] =>
  (group.table?.rows ?? []).filter(({ key }) => cellsOf(group, key).some(Boolean))

export interface Sentence {
  readonly kind: 'rule' | 'node' | 'field'
  readonly form: string
  readonly text: string
}

/** Distinct labels of the uses of parameters; placeholders for a parameter are filled with its value, others with an ellipsis. */
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

/** Formats amounts without a currency sign, since the unit follows the number. */
export const noSign = { sign: '' } as const
