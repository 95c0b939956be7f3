import type { Label } from '../wording/label.ts'

/** A fault of a composition of plugins, or of a form or flow that somebody designs. */
export interface Problem {
  readonly plugin: string
  /** The declaration: `form sample › items.amount › required`. */
  readonly where: string
  /** In English, for logs. */
  readonly message: string
  /** In both languages, for designers. */
  readonly text: Label
}

/** A fault of one declaration, by the place in it. */
export interface Finding {
  readonly where: string
  readonly text: Label
  /** Worth a look, and no reason to refuse; without it, a reason. */
  readonly level?: 'warning'
  /** The node or block of a flow that it concerns. */
  readonly node?: string
  /** The values, or the person, with which it shows. */
  readonly counterexample?: Label
}

/** Returns whether a finding is a reason to refuse. */
export const isError = ({ level }: Finding): boolean => level !== 'warning'

/** A finding at a place. */
export const finding = (where: string, cn: string, en: string): Finding => ({ where, text: { cn, en } })

/** The same findings inside a larger place. */
export const within = (where: string, findings: readonly Finding[]): Finding[] =>
  findings.map((inner) => ({ ...inner, where: inner.where === '' ? where : `${where} › ${inner.where}` }))

/** A finding for each name that is not known. */
export function unknown(names: readonly string[], known: (name: string) => boolean,
  { where, what }: { where: string; what: Label }): Finding[] {
  return [...new Set(names)]
    .filter((name) => !known(name))
    .map((name) => finding(where, `没有${what.cn}“${name}”`, `There is no ${what.en} “${name}”`))
}

/** A finding for each name that occurs more than once. */
export function repeated(names: readonly string[], { where, what }: { where: string; what: Label }): Finding[] {
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  return [...twice].map((name) => finding(where, `${what.cn}“${name}”重复`, `The ${what.en} “${name}” is repeated`))
}

/** A finding when a text is missing in a language. */
export function untranslated(label: Label, where: string): Finding[] {
  return (['cn', 'en'] as const)
    .filter((locale) => typeof label[locale] !== 'string' || label[locale].trim() === '')
    .map((locale) =>
      finding(where, locale === 'cn' ? '缺少中文名称' : '缺少英文名称', `The ${locale === 'cn' ? 'Chinese' : 'English'} text is missing`)
    )
}
