import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { upload } from '#server/attachments/upload.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { keepXmlReading } from '#plugins/vouchers/server/public-api.ts'
import type { Stage } from './stage.ts'

/** Fictional digital invoice. */
export interface DemoInvoice {
  /** 20 digits. */
  readonly number: string
  /** yyyy-MM-dd */
  readonly day: string
  readonly buyer: { readonly name: string; readonly taxNo?: string | undefined }
  readonly item: string
  /** Amounts in RMB, decimal text. */
  readonly net: string
  readonly tax: string
  readonly total: string
}

const seller = { name: '苏州示范商务服务有限公司', taxNo: '91320594MADEM0SELL' }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** XML of a digital invoice in the tax authority's format. */
export const invoiceXml = ({ number, day, buyer, item, net, tax, total }: DemoInvoice): string =>
  `<EInvoice><Header><EIid>${number}</EIid><EInvoiceTag>SWEI3200</EInvoiceTag></Header><EInvoiceData>
<SellerInformation><SellerIdNum>${seller.taxNo}</SellerIdNum>
<SellerName>${seller.name}</SellerName></SellerInformation><BuyerInformation>${
    buyer.taxNo === undefined ? '' : `<BuyerIdNum>${buyer.taxNo}</BuyerIdNum>`
  }<BuyerName>${escaped(buyer.name)}</BuyerName></BuyerInformation><BasicInformation><TotalAmWithoutTax>${net}</TotalAmWithoutTax>
<TotalTaxAm>${tax}</TotalTaxAm><TotalTax-includedAmount>${total}</TotalTax-includedAmount></BasicInformation>
<IssuItemInformation><ItemName>${escaped(item)}</ItemName></IssuItemInformation></EInvoiceData>
<TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber>
<IssueTime>${day} 10:00:00</IssueTime></TaxSupervisionInfo></EInvoice>`

/** PDF of the invoice with the XML attached and a page in a Chinese font that is not embedded, as shops send it. */
export function invoicePdf(invoice: DemoInvoice): Buffer {
  const { number, day, buyer, item, net, tax, total } = invoice
  const lines: readonly (readonly [size: number, x: number, y: number, text: string])[] = [
    [16, 220, 350, '电子发票（普通发票）'],
    [9, 400, 325, `发票号码：${number}`],
    [9, 400, 310, `开票日期：${day.replace(/(\d+)-(\d+)-(\d+)/, '$1年$2月$3日')}`],
    [10, 40, 275, `购买方名称：${buyer.name}`],
    [10, 40, 258, `统一社会信用代码/纳税人识别号：${buyer.taxNo ?? ''}`],
    [10, 330, 275, `销售方名称：${seller.name}`],
    [10, 40, 215, `项目名称：${item}`],
    [10, 40, 180, `金额 ¥${net}`],
    [10, 200, 180, `税额 ¥${tax}`],
    [11, 40, 145, `价税合计（小写）¥${total}`],
    [8, 40, 90, '示范数据，不是真实发票'],
  ]
  const page = lines.map(([size, x, y, text]) => `/F ${size} Tf 1 0 0 1 ${x} ${y} Tm <${utf16(text)}> Tj`).join('\n')
  return written([
    '<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(invoice.xml) 7 0 R]>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 397]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    stream(`BT ${page} ET`),
    `<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0
/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/DW 1000/W[1 95 500]/FontDescriptor
<</Type/FontDescriptor/FontName/STSong-Light/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700
/StemV 80>>>>]>>`,
    stream(invoiceXml(invoice), '/Type/EmbeddedFile'),
    '<</Type/Filespec/F(invoice.xml)/UF(invoice.xml)/EF<</F 6 0 R>>>>',
  ])
}

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')

function stream(content: string, entries = ''): Buffer {
  const packed = deflateSync(Buffer.from(content))
  return Buffer.concat([Buffer.from(`<</Length ${packed.length}/Filter/FlateDecode${entries}>>\nstream\n`), packed,
    Buffer.from('\nendstream')])
}

function written(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(parts.reduce((sum, { length }) => sum + length, 0))
    parts.push(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  }
  const start = parts.reduce((sum, { length }) => sum + length, 0)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.concat([...parts,
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`)])
}

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

/** Uploads a small file, or an invoice with a stored reading, as the current actor. @returns the id of the file */
export type Files = (name: string, invoice?: DemoInvoice) => Promise<string>

/** Makes the upload function for a form, in the name of the caller and at the time of the call. */
export const filesOf = ({ storage }: Stage, { db, caller, at }: CommandContext, type: string): Files => async (name, invoice) => {
  const content = invoice ? invoicePdf(invoice) : smallFile(name)
  const file = await upload(db, storage, { fileName: name, bytes: Readable.from([content]), uploadType: 'attachment', businessType: type,
    caller, at })
  if (invoice) await keepXmlReading(db, { ...file, name }, { xml: invoiceXml(invoice), at })
  return file.id
}
