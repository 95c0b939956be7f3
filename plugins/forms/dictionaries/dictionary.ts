import type { Label } from '#kernel/wording/label.ts'
import type { Dictionary, DictionaryItem, ParameterTable } from '#kernel/plugin.ts'
import type { MeasureOf } from './measures.ts'

/** Makes a dictionary from one line, e.g. `1 审批中/In approval; 2 已拒绝/Refused`: value, Chinese, English. */
export const dictionary = (key: string, cn: string, en: string, list: string): Dictionary => ({ key, cn, en,
  items: list ? items(list) : [] })

/**
 * Makes a dictionary of parameters that finance edits on its page: default value, meaning in both languages, and measure by name.
 * Expressions read them with `parameter(key, name)`.
 */
export const parameters = (key: string, { cn, en }: Label, figures: Readonly<Record<string, ParameterFigure>>,
  table?: ParameterTable): Dictionary => ({
    key,
    cn,
    en,
    parameters: true,
    ...(table && { table }),
    items: Object.entries(figures).map(([value, [figure, meaningCn, meaningEn, measure]]) => {
      const meaning = { cn: meaningCn, en: meaningEn }
      return { value, cn: figure, en: figure, meaning, measure: measure(meaning) }
    }),
  })

export type ParameterFigure = readonly [figure: string, cn: string, en: string, measure: MeasureOf]

const items = (list: string): DictionaryItem[] =>
  list.split('; ').map((entry) => {
    const space = entry.indexOf(' ')
    const [cn = '', en = cn] = entry.slice(space + 1).split('/')
    return { value: entry.slice(0, space), cn, en }
  })
