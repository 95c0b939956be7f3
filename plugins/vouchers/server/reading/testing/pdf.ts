import { deflateSync } from 'node:zlib'
import type { SampleText } from './pages.ts'
import type { Picture } from '../files/qr.ts'

interface PdfParts {
  readonly pages: readonly (readonly SampleText[])[]
  /** Embedded files by name. */
  readonly embedded?: Readonly<Record<string, string | Buffer>>
  /** Custom document properties in addition to the usual ones. */
  readonly properties?: Readonly<Record<string, string>>
  /** An image on the first page. */
  readonly image?: Picture
  /** Encrypts the file with an unknown password. */
  readonly isEncrypted?: true
  /** Rotation of the pages in degrees. */
  readonly rotation?: 0 | 90
}

const points = (millimetres: number) => millimetres * 72 / 25.4
const [width, height] = [210, 140]

/** Makes a PDF as issuers do, with a Chinese font that is not embedded. */
export function pdfOf({ pages, embedded = {}, properties = {}, image, isEncrypted, rotation = 0 }: PdfParts): Buffer {
  const objects: (string | Buffer)[] = []
  const add = (object: string | Buffer) => objects.push(object)
  const stream = (data: Buffer, entries = '') => {
    const packed = deflateSync(data)
    return add(
      Buffer.concat([Buffer.from(`<</Length ${packed.length}/Filter/FlateDecode${entries}>>\nstream\n`), packed,
        Buffer.from('\nendstream')]),
    )
  }
  const font = add(
    `<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[
<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>
/DW 1000/W[1 95 500]/FontDescriptor
<</Type/FontDescriptor/FontName/STSong-Light/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0
/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>]>>`,
  )
  const drawn = image &&
    stream(Buffer.from(image.pixels.filter((_, index) => index % 4 === 0)),
      `/Type/XObject/Subtype/Image/Width ${image.width}/Height ${image.height}/ColorSpace/DeviceGray/BitsPerComponent 8`)
  const resources = `<</Font<</F ${font} 0 R>>${drawn ? `/XObject<</I ${drawn} 0 R>>` : ''}>>`
  const contents = pages.map((texts, index) =>
    stream(
      Buffer.from(`${drawn && index === 0 ? `q ${points(100)} 0 0 ${points(100)} 20 20 cm /I Do Q ` : ''}BT ${
        texts.map((text) => shown(text, rotation)).join('\n')
      } ET`),
    )
  )
  const tree = objects.length + pages.length + 1
  const kids = contents.map((content) =>
    add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${
        rotation ? `${points(height)} ${points(width)}` : `${points(width)} ${points(height)}`
      }]/Rotate ${rotation}/Resources${resources}/Contents ${content} 0 R>>`,
    )
  )
  add(`<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`)
  const names = Object.entries(embedded).map(([name, content]) => {
    const file = stream(Buffer.from(content), '/Type/EmbeddedFile')
    return `(${name}) ${add(`<</Type/Filespec/F(${name})/UF(${name})/EF<</F ${file} 0 R>>>>`)} 0 R`
  })
  const catalog = add(
    `<</Type/Catalog/Pages ${tree} 0 R${names.length > 0 ? `/Names<</EmbeddedFiles<</Names[${names.join(' ')}]>>>>` : ''}>>`,
  )
  const info = add(`<</Producer(sample)${Object.entries(properties).map(([name, value]) => `/${name}(${value})`).join('')}>>`)
  const locked = isEncrypted ? `/Encrypt<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>` : ''
  return written(objects, `/Root ${catalog} 0 R/Info ${info} 0 R/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]${locked}`)
}

const encoded = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** Text operator; on a rotated page the text runs upwards along the right side. */
function shown({ text, x, y }: SampleText, rotation: number): string {
  const place = rotation ? `0 1 -1 0 ${points(y)} ${points(x)}` : `1 0 0 1 ${points(x)} ${points(height - y)}`
  return `/F ${points(3.2)} Tf ${place} Tm <${encoded(text)}> Tj`
}

function written(objects: readonly (string | Buffer)[], trailer: string): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${
        objects.length + 1
      }${trailer}>>\nstartxref\n${length}\n%%EOF`,
    ),
  )
  return Buffer.concat(parts)
}
