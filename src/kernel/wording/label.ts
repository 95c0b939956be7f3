/** A text in the product's two languages. */
export interface Label {
  readonly cn: string
  readonly en: string
}

/** The product's languages: Chinese (the default) and English. */
export type Locale = 'cn' | 'en'

export const locales = ['cn', 'en'] as const satisfies readonly Locale[]

/** Picks the text of a language. */
export const labelOf = (label: Label, locale: Locale): string => label[locale]

/**
 * Parts texts that are declared in both languages side by side into one record per language, as hooks and declarations take them.
 *
 * @example
 * export const { cn, en } = bilingual({ saved: { cn: '已保存', en: 'Saved' } })
 */
export function bilingual<Key extends string>(
  texts: Readonly<Record<Key, Label>>,
): Readonly<Record<Locale, Readonly<Record<Key, string>>>> {
  const inLanguage = (locale: Locale) =>
    Object.fromEntries(Object.entries<Label>(texts).map(([key, text]) => [key, text[locale]])) as Record<Key, string>
  return { cn: inLanguage('cn'), en: inLanguage('en') }
}

/** A label for use within a sentence: lower case, except for abbreviations and names of languages. */
export const inSentence = (
  label: string,
): string => (/^(?!Chinese|English)\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label)

/** The first six of some choices for use within a sentence, with an ellipsis in place of further ones. */
export function listed(choices: readonly Label[]): Label {
  const list = (locale: Locale, comma: string) =>
    [...choices.slice(0, 6).map((choice) => choice[locale]), ...(choices.length > 6 ? ['…'] : [])].join(comma)
  return { cn: list('cn', '、'), en: list('en', ', ') }
}

/** The English plural of a name, by its last word: "Expense claims", "Sales price entries". A name ending in "s" is unchanged. */
export const pluralOf = (name: string): string =>
  name.endsWith('s') ? name : /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : /(?:x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`

/** Labels of the common columns of documents, in lists, filters and workbooks. */
export const documentLabels = {
  number: { cn: '单据编号', en: 'Document no.' },
  title: { cn: '标题', en: 'Title' },
  process: { cn: '流程', en: 'Process' },
  initiator: { cn: '发起人', en: 'Initiator' },
  department: { cn: '发起部门', en: 'Department' },
  amount: { cn: '金额（人民币）', en: 'Amount (RMB)' },
  initiated: { cn: '发起时间', en: 'Initiated' },
  state: { cn: '状态', en: 'State' },
  node: { cn: '当前节点', en: 'Current step' },
  assignees: { cn: '当前处理人', en: 'Waiting on' },
  ended: { cn: '结束时间', en: 'Ended' },
} as const satisfies Readonly<Record<string, Label>>

/** Labels of the states of a document. */
export const documentStates = {
  inApproval: { cn: '审批中', en: 'In approval' },
  completed: { cn: '已完成', en: 'Completed' },
  refused: { cn: '已拒绝', en: 'Refused' },
  voided: { cn: '已作废', en: 'Voided' },
  revoked: { cn: '已撤销', en: 'Revoked' },
} as const satisfies Readonly<Record<string, Label>>
