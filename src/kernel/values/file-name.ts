/** The last extension of a file name in lower case (`a.tar.gz` → `gz`); "" when it has none. */
export function extensionOf(fileName: string): string {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
  const dot = base.lastIndexOf('.')
  return dot < 0 ? '' : base.slice(dot + 1).toLowerCase()
}

/** The blanks of a sentence that refuses a file for its type: its name, and the extensions that are taken. */
export const refusedType = (fileName: string, extensions: readonly string[]): { readonly file: string; readonly types: string } => ({
  file: fileName,
  types: [...new Set(extensions.map((entry) => extensionOf(`.${entry}`)))].filter(Boolean).join(', '),
})

/** Extensions that name the same type. */
const spellings: readonly (readonly string[])[] = [['jpg', 'jpeg'], ['tif', 'tiff'], ['htm', 'html']]

const spellingsOf = (extension: string): readonly string[] => spellings.find((each) => each.includes(extension)) ?? [extension]

/**
 * Returns whether a file may be uploaded: its last extension is on the list, whatever its case and spelling (`jpeg` where the list has
 * `jpg`). An entry may be written `pdf`, `.pdf`, `*.pdf` or `*.tar.gz` (which counts by its last part). A name without an extension is
 * refused.
 */
export function acceptsFile(fileName: string, whitelist: readonly string[]): boolean {
  const extension = extensionOf(fileName)
  return extension !== '' && whitelist.some((entry) => spellingsOf(extensionOf(`.${entry}`)).includes(extension))
}

/** The `accept` of a file input for extensions, in all their spellings: `.pdf,.jpg,.jpeg`. */
export const acceptOf = (extensions: readonly string[]): string =>
  extensions.flatMap(spellingsOf).map((extension) => `.${extension}`).join(',')
