import { crc32, deflateRawSync } from 'node:zlib'
import excel, { type Workbook, type Worksheet } from 'exceljs'
import { bytesOf } from './writer.ts'

interface ZipEntry {
  /** The name; bytes where it is not in UTF-8. */
  readonly name: string | Buffer
  readonly content: string | Buffer
  /** A false inflated size for the directory. */
  readonly declaredSize?: number
  readonly encrypted?: true
}

/** Builds a zip manually, so that it can be invalid in any way. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { local, central } = recordsOf(entry, offset)
    locals.push(local)
    directory.push(central)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}

function recordsOf({ name, content, declaredSize: claims, encrypted }: ZipEntry, offset: number) {
  const bytes = Buffer.from(content)
  const data = deflateRawSync(bytes)
  const nameBytes = Buffer.from(name)
  // The part that both records have in common.
  const common = Buffer.alloc(22)
  common.writeUInt16LE(encrypted ? 1 : 0, 0)
  common.writeUInt16LE(8, 2)
  common.writeUInt32LE(crc32(bytes), 8)
  common.writeUInt32LE(data.length, 12)
  common.writeUInt32LE(claims ?? bytes.length, 16)
  common.writeUInt16LE(nameBytes.length, 20)
  const local = Buffer.concat([Buffer.from('504b03041400', 'hex'), common, Buffer.alloc(2), nameBytes, data])
  const place = Buffer.alloc(16)
  place.writeUInt32LE(offset, 12)
  return { local, central: Buffer.concat([Buffer.from('504b010214001400', 'hex'), common, place, nameBytes]) }
}

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface WorkbookFiles {
  readonly sheets?: string
  readonly is1904?: true
  /** XML elements after the sheets. */
  readonly extensions?: string
  readonly styles?: string
  readonly strings?: string
  readonly more?: readonly ZipEntry[]
}

const joined = (text: string | undefined): string => text ?? ''

/** Builds an .xlsx whose sheet has the given rows (`<row …>`), followed by `after`. */
export function handMade(rows: string,
  { sheets = '<sheet name="S" sheetId="1" r:id="rId1"/>', is1904, extensions, styles, strings, more = [] }: WorkbookFiles = {},
  after = ''): Buffer {
  const related = (type: string, target: string, id = 'rId1') => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
  const relationships = (...list: readonly string[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
  return zipOf([
    { name: '_rels/.rels', content: relationships(related('officeDocument', 'xl/workbook.xml')) },
    { name: 'xl/workbook.xml',
      content: `<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><workbookPr${
        is1904 ? ' date1904="1"' : ''
      }/><sheets>${sheets}</sheets>${joined(extensions)}</workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships(related('worksheet', 'worksheets/sheet1.xml'), related('worksheet', '/xl/worksheets/sheet2.xml', 'rId2'),
        related('styles', 'styles.xml', 'rId3'), related('sharedStrings', 'sharedStrings.xml', 'rId4')),
    },
    { name: 'xl/worksheets/sheet1.xml',
      content: `<?xml version="1.0"?><worksheet xmlns="${spreadsheet}"><sheetData>${rows}</sheetData>${after}</worksheet>` },
    { name: 'xl/worksheets/sheet2.xml', content: `<worksheet xmlns="${spreadsheet}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is>
          <t>second</t></is></c></row></sheetData></worksheet>` },
    { name: 'xl/styles.xml', content: styles ?? `<styleSheet xmlns="${spreadsheet}"/>` },
    { name: 'xl/sharedStrings.xml', content: strings ?? `<sst xmlns="${spreadsheet}"/>` },
    ...more,
  ])
}

/** A workbook with one sheet, written by exceljs. */
export async function workbookOf(fill: (sheet: Worksheet, workbook: Workbook) => void): Promise<Buffer> {
  const workbook = new excel.Workbook()
  fill(workbook.addWorksheet('Data'), workbook)
  return bytesOf(workbook)
}
