import type { Dictionary, DictionaryItem } from '../../../src/kernel/plugin.ts'

/** A dictionary in one line: `1 审批中/In approval; 2 已拒绝/Refused` is value, Chinese, English. */
export const dictionary = (key: string, cn: string, en: string, list: string): Dictionary => ({ key, cn, en, items: list ? items(list) : [] })

const items = (list: string): DictionaryItem[] =>
  list.split('; ').map((entry) => {
    const space = entry.indexOf(' ')
    const [cn = '', en = cn] = entry.slice(space + 1).split('/')
    return { value: entry.slice(0, space), cn, en }
  })
