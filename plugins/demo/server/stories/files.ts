import { crc32, deflateSync, deflateRawSync } from 'node:zlib'

/** A small valid file by extension: pdf, png, xlsx, docx or zip. */
export function smallFile(name: string): Buffer {
  const make = makers[name.slice(name.lastIndexOf('.') + 1)]
  if (!make) throw new Error(`No file of the demo company is made for ${name}`)
  return make(name)
}

const makers: Readonly<Record<string, (name: string) => Buffer>> = {
  pdf: (name) => pdf(`Demonstration file ${[...name].filter((mail) => mail < '~').join('')}`),
  png: (name) => picture(name.length),
  xlsx: () =>
    archive({
      '[Content_Types].xml': contentTypes('/xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
        '/xl/worksheets/sheet1.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'),
      '_rels/.rels': relationship('officeDocument', 'xl/workbook.xml'),
      'xl/workbook.xml': `${xml}<workbook xmlns="${
        main('spreadsheetml')
      }" xmlns:r="${relations}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationship('worksheet', 'worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${
        main('spreadsheetml')
      }"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Demonstration</t></is></c><c r="B1">
        <v>128.5</v></c></row></sheetData></worksheet>`,
    }),
  docx: () =>
    archive({
      '[Content_Types].xml': contentTypes('/word/document.xml',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'),
      '_rels/.rels': relationship('officeDocument', 'word/document.xml'),
      'word/document.xml': `${xml}<w:document xmlns:w="${
        main('wordprocessingml')
      }"><w:body><w:p><w:r><w:t>Demonstration</w:t></w:r></w:p></w:body></w:document>`,
    }),
  zip: () => archive({ 'readme.txt': 'Demonstration' }),
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = (kind: string) => `http://schemas.openxmlformats.org/${kind}/2006/main`
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationship = (type: string, target: string) =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
    <Relationship Id="r1" Type="${relations}/${type}" Target="${target}"/></Relationships>`

/** Content types of an Office package, from pairs of part and type. */
function contentTypes(...parts: readonly string[]): string {
  const overrides = parts.flatMap((part,
    index) => (index % 2 === 0 ? [`<Override PartName="${part}" ContentType="${parts[index + 1]}"/>`] : [])
  )
  return `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
}

/** A PDF with one line of text. */
function pdf(line: string): Buffer {
  const content = `BT /F1 14 Tf 60 780 Td (${line.replaceAll(/[()\\]/g, ' ')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${
      objects.length + 1
    } /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

const width = 160
const height = 100

/** A placeholder picture of bluish grey bands. */
function picture(tint: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const light = 150 + ((row + column) % 80)
      rows.set([light, light + (tint % 9), light + 8 + (tint % 5) * 3], row * (1 + width * 3) + 1 + column * 3)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([wide(data.length), named, wide(crc32(named))])
}

const wide = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** A zip with these texts by file name. */
function archive(files: Readonly<Record<string, string>>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text)
    const about = entry(name, Buffer.from(text), packed)
    const body = Buffer.concat([u32(0x04034b50), about, Buffer.from(name), packed])
    directory.push(Buffer.concat([u32(0x02014b50), u16(20), about, u16(0), u16(0), u16(0), u32(0), u32(offset), Buffer.from(name)]))
    bodies.push(body)
    offset += body.length
  }
  const count = u16(directory.length)
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([...bodies, ...directory, u32(0x06054b50), u16(0), u16(0), count, count, u32(size), u32(offset), u16(0)])
}

/** Common part of a zip's local header and directory entry: version, UTF-8 flag, deflate, 1 January 2026, checksum and sizes. */
const entry = (name: string, content: Buffer, packed: Buffer): Buffer =>
  Buffer.concat([u16(20), u16(0x0800), u16(8), u16(0), u16(0x5c21), u32(crc32(content)), u32(packed.length), u32(content.length),
    u16(Buffer.byteLength(name)), u16(0)])

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
