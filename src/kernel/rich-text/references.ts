/** A character reference with its semicolon: `&amp;`, `&#39;`, `&#x27;`. */
const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,31}));/gi

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  colon: ':',
  sol: '/',
  bsol: '\\',
  tab: '\t',
  newline: '\n',
  lpar: '(',
  rpar: ')',
  period: '.',
}

/** The text of an attribute's value; a name that is not known here stays as it is written. */
export function decoded(value: string): string {
  return value.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
  })
}

/** Text between tags, as it is written: no sign of it begins a tag, and each `&` a reference. */
export function escapedText(text: string): string {
  return text.replace(/&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)/gi, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The value of an attribute between double quotes. */
export function escapedValue(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const isCharacter = (code: number): boolean => code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)

const characterOf = (code: number): string => (isCharacter(code) ? String.fromCodePoint(code) : '\ufffd')
