/** The last extension of a file name in lower case (`a.tar.gz` → `gz`); "" when it has none. */
export function extensionOf(fileName: string): string {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
  const dot = base.lastIndexOf('.')
  return dot < 0 ? '' : base.slice(dot + 1).toLowerCase()
}

/** Parameters of the message that refuses a file by its type: file name and accepted extensions. */
export const refusedType = (fileName: string, extensions: readonly string[]): { readonly file: string; readonly types: string } => ({
  file: fileName,
  types: [...new Set(extensions.map((entry) => extensionOf(`.${entry}`)))].filter(Boolean).join(', '),
})

/** Extensions that are synonyms. */
const spellings: readonly (readonly string[])[] = [['jpg', 'jpeg'], ['tif', 'tiff'], ['htm', 'html']]

const spellingsOf = (extension: string): readonly string[] => spellings.find((each) => each.includes(extension)) ?? [extension]

/**
 * Returns whether a file may be uploaded: its last extension is on the whitelist, ignoring case and synonyms (`jpeg` for `jpg`). Entries
 * may be written `pdf`, `.pdf`, `*.pdf` or `*.tar.gz` (of which the last part counts). A name without extension is refused.
 */
export function acceptsFile(fileName: string, whitelist: readonly string[]): boolean {
  const extension = extensionOf(fileName)
  return extension !== '' && whitelist.some((entry) => spellingsOf(extensionOf(`.${entry}`)).includes(extension))
}

/** The `accept` attribute for extensions, synonyms included: `.pdf,.jpg,.jpeg`. */
export const acceptOf = (extensions: readonly string[]): string =>
  extensions.flatMap(spellingsOf).map((extension) => `.${extension}`).join(',')

const units = ['B', 'K', 'M', 'G', 'T'] as const

/** Formats a file size, base 1024, with two decimals: 0 → 0.00B, 1023 → 1023.00B, 1024 → 1.00K, 204800000 → 195.31M. */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(bytes) / 10)))
  const size = (bytes / 1024 ** exponent).toFixed(2)
  // 1023.999K is 1.00M
  return size === '1024.00' && exponent < units.length - 1 ? `1.00${units[exponent + 1]}` : `${size}${units[exponent]}`
}
