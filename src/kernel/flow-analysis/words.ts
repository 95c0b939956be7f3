import type { Label } from '../wording/label.ts'

/** A label with the same text in both languages. */
export const same = (text: string): Label => ({ cn: text, en: text })

/** Concatenates labels. */
export const listed = (labels: readonly Label[], between: Label = { cn: '，', en: ', ' }): Label => ({
  cn: labels.map(({ cn }) => cn).join(between.cn),
  en: labels.map(({ en }) => en).join(between.en),
})

/** Formats an assignment, e.g. `金额 = 5000.01`. */
export const equals = (name: Label, value: Label): Label => ({ cn: `${name.cn} = ${value.cn}`, en: `${name.en} = ${value.en}` })

export const nothing: Label = { cn: '空', en: 'empty' }

export const another: Label = { cn: '其他', en: 'another' }
