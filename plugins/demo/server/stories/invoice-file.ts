import { deflateSync } from 'node:zlib'

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
