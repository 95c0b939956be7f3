import { Unreadable } from './sheet.ts'

/** The container of a file by its first bytes; a name proves nothing. */
export type Container = 'zip' | 'compound' | 'biff'

/**
 * @throws Unreadable for anything that is not a workbook, with a sentence of its own for other spreadsheets, a web page or text in
 * disguise.
 */
export function containerOf(bytes: Uint8Array): Container {
  const known = signatures.find(([signature]) => signature.every((byte, index) => bytes[index] === byte))
  if (known) return known[1]
  throw new Unreadable(disguised(bytes) ?? 'workbooks.notAWorkbook')
}

const signatures: readonly (readonly [readonly number[], Container])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'zip'],
  [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'compound'],
  // Workbooks of Excel 2 to 4 begin with their first record.
  [[0x09, 0x00, 0x04, 0x00], 'biff'],
  [[0x09, 0x02, 0x06, 0x00], 'biff'],
  [[0x09, 0x04, 0x06, 0x00], 'biff'],
  [[0x09, 0x08], 'biff'],
]

/** Other systems export web pages and separated text under the name of a workbook; a spreadsheet opens them, so people do not know. */
function disguised(bytes: Uint8Array): string | undefined {
  const start = textOf(bytes.subarray(0, 4096))
  if (start === undefined || start.trim() === '') return undefined
  return /^\s*</.test(start) ? markup(start) : 'workbooks.plainText'
}

function markup(start: string): string {
  if (/progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet/.test(start)) return 'workbooks.xmlSpreadsheet'
  return start.includes('urn:oasis:names:tc:opendocument') ? 'workbooks.openDocument' : 'workbooks.webPage'
}

function textOf(bytes: Uint8Array): string | undefined {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  // Text of any encoding (also GBK) has no control characters but tabs and line ends.
  const isText = bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
  return isText ? new TextDecoder('utf-8').decode(bytes) : undefined
}
