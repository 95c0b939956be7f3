import type { Locale } from '#kernel/wording/label.ts'

/** The language of a package. */
export interface PackageLanguage {
  readonly locale: Locale
  say(code: string, parameters?: Readonly<Record<string, string | number>>): string
}
