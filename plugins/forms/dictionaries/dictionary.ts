import type { Dictionary, DictionaryItem } from '../../../src/kernel/plugin.ts'

/** A dictionary in one line: `1 审批中/In approval; 2 已拒绝/Refused` is value, Chinese, English. */
export const dictionary = (key: string, cn: string, en: string, list: string): Dictionary => ({ key, cn, en, items: list ? items(list) : [] })

/**
 * Standards that finance edits on their dictionary's page: by name the figure and what it is, in both languages.
 * Expressions read them with `parameter(key, name)`.
 */
export const parameters = (key: string, cn: string, en: string, figures: Readonly<Record<string, readonly [figure: string, cn: string, en: string]>>): Dictionary => ({
  key, cn, en, parameters: true,
  items: Object.entries(figures).map(([value, [figure, meaningCn, meaningEn]]) => ({ value, cn: figure, en: figure, meaning: { cn: meaningCn, en: meaningEn } })),
})

const items = (list: string): DictionaryItem[] =>
  list.split('; ').map((entry) => {
    const space = entry.indexOf(' ')
    const [cn = '', en = cn] = entry.slice(space + 1).split('/')
    return { value: entry.slice(0, space), cn, en }
  })
