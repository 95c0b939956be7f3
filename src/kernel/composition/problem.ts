import type { Label } from '../wording/label.ts'

/** A fault of a composition of plugins, or of a form or flow in the designer. */
export interface Problem {
  readonly plugin: string
  /** Path of the declaration, e.g. `form sample › items.amount › required`. */
  readonly where: string
  /** In English, for logs. */
  readonly message: string
  /** In both languages, for designers. */
  readonly text: Label
}

/** A fault of one declaration, with its path inside the declaration. */
export interface Finding {
  readonly where: string
  readonly text: Label
  /** `warning`: reported, but does not stop the start. @default an error */
  readonly level?: 'warning'
  /** The node or block of a flow that it concerns. */
  readonly node?: string
  /** Values, or a person, for which the fault occurs. */
  readonly counterexample?: Label
}

/** Returns whether a finding is an error and not a warning. */
export const isError = ({ level }: Finding): boolean => level !== 'warning'

/** Creates a finding. */
export const finding = (where: string, cn: string, en: string): Finding => ({ where, text: { cn, en } })

/** Prefixes the paths of findings. */
export const within = (where: string, findings: readonly Finding[]): Finding[] =>
  findings.map((inner) => ({ ...inner, where: inner.where === '' ? where : `${where} › ${inner.where}` }))

/** One finding per name that is not known; repeated names are reported once. */
export function unknown(names: readonly string[], known: (name: string) => boolean,
  { where, what }: { where: string; what: Label }): Finding[] {
  return [...new Set(names)]
    .filter((name) => !known(name))
    .map((name) => finding(where, `没有${what.cn}“${name}”`, `There is no ${what.en} “${name}”`))
}

/** One finding per name that occurs more than once. */
export function repeated(names: readonly string[], { where, what }: { where: string; what: Label }): Finding[] {
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  return [...twice].map((name) => finding(where, `${what.cn}“${name}”重复`, `The ${what.en} “${name}” is repeated`))
}

/** One finding per language in which a text is missing or blank. */
export function untranslated(label: Label, where: string): Finding[] {
  return (['cn', 'en'] as const)
    .filter((locale) => typeof label[locale] !== 'string' || label[locale].trim() === '')
    .map((locale) =>
      finding(where, locale === 'cn' ? '缺少中文名称' : '缺少英文名称', `The ${locale === 'cn' ? 'Chinese' : 'English'} text is missing`)
    )
}
