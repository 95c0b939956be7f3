import { nowOf } from '#kernel/values/dates.ts'

/** Headers of a file that browsers save under this name and never execute. */
export const savedFile = (name: string): Readonly<Record<string, string>> => ({
  'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(name)}`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
})

/** Encodes a file name for a header (RFC 5987). */
export const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`)

/** `name_202611201432.xlsx`, in the company's time zone; characters that file systems refuse are replaced by hyphens. */
export function stampedName(name: string, at: Date, extension: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are to be removed
  const safe = name.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, '-')
  return `${safe}_${nowOf(at).replaceAll(/\D/g, '').slice(0, 12)}.${extension}`
}
