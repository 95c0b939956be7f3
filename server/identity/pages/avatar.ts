import type { Label, Locale } from '#kernel/wording/label.ts'
import { html, type Html } from './html.ts'

/** A round initial in one of six muted colour pairs. */
export function avatar({ userName, label }: { readonly userName: string; readonly label: Label }, locale: Locale): Html {
  const tone = [...userName].reduce((sum, char) => (sum * 33 + (char.codePointAt(0) ?? 0)) % 9973, 7) % 6
  return html`<span class="avatar tone${tone}" aria-hidden="true">${initial(label[locale])}</span>`
}

/** The given name of a three-character Chinese name, else the family name; two letters of a Latin one. */
export function initial(name: string): string {
  const chars = [...name.trim()]
  if (/^\p{Script=Han}/u.test(name)) return (chars.length === 3 ? chars[1] : chars[0]) ?? ''
  const words = name.trim().split(/\s+/)
  return words.slice(0, 2).map((word) => word.slice(0, 1).toUpperCase()).join('')
}
