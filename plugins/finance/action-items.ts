/** Something to see to, on the wire; words in both languages. */
export interface ActionItemsAnswer {
  readonly id: string
  readonly cn: string
  readonly en: string
  /** The page where it is handled, with the filters that show it. */
  readonly path: string
  readonly count: number
}

export const actionItemsPath = '/budgetservice/actionItems'
