import { zipOf } from '#server/workbooks/testing.ts'
import { chineseDate, type SampleInvoice } from './invoices.ts'
import type { SampleText } from './pages.ts'

interface OfdParts {
  readonly page: readonly SampleText[]
  /** Content of the tags; false for none. */
  readonly tags?: string | false
  readonly customData?: Readonly<Record<string, string>>
  /** XML attributes of the page's texts. */
  readonly attributes?: string
  /** Image among its resources. */
  readonly picture?: Buffer
}

const text = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const space = 'xmlns:ofd="http://www.ofdspec.org/2016"'

/** Makes an OFD without attachments: texts on a page, tags that refer to them, and custom data. */
export function digitalOfd({ page, tags, customData = {}, attributes = 'Size="3.2"', picture }: OfdParts): Buffer {
  const objects = page.map(({ text: value, x, y }, index) => ({ id: 100 + index,
    xml: `<ofd:TextObject ID="${100 + index}" Boundary="${x} ${y - 3} 60 5" ${attributes}><ofd:TextCode X="0" Y="3">${
      text(value)
    }</ofd:TextCode></ofd:TextObject>` })
  )
  const data = Object.entries(customData).map(([name, value]) => `<ofd:CustomData Name="${name}">${text(value)}</ofd:CustomData>`).join('')
  const files: Readonly<Record<string, string | Buffer>> = {
    'OFD.xml': `<ofd:OFD ${space}><ofd:DocBody><ofd:DocInfo><ofd:DocID>1</ofd:DocID><ofd:CustomDatas>${data}</ofd:CustomDatas></ofd:DocInfo>
        <ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    'Doc_0/Document.xml': `<ofd:Document ${space}><ofd:CommonData><ofd:MaxUnitID>999</ofd:MaxUnitID></ofd:CommonData><ofd:Pages>
        <ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages>
        <ofd:CustomTags>Tags/CustomTags.xml</ofd:CustomTags></ofd:Document>`,
    'Doc_0/Pages/Page_0/Content.xml': `<ofd:Page ${space}><ofd:Content><ofd:Layer ID="2">${
      objects.map(({ xml }) => xml).join('')
    }</ofd:Layer></ofd:Content></ofd:Page>`,
    'Doc_0/Tags/CustomTags.xml':
      `<ofd:CustomTags ${space}><ofd:CustomTag TypeID="0"><ofd:FileLoc>CustomTag.xml</ofd:FileLoc></ofd:CustomTag></ofd:CustomTags>`,
    ...(picture && { 'Doc_0/Res/image_1.PNG': picture }),
    ...(tags !== false && { 'Doc_0/Tags/CustomTag.xml': tags ?? tagsOf(page) }),
  }
  return zipOf(Object.entries(files).map(([name, content]) => ({ name, content })))
}

/** Tags of the fields, each with references to its texts. */
function tagsOf(page: readonly SampleText[]): string {
  const refs = new Map<string, string>()
  for (const [index, { field }] of page.entries())
    if (field) refs.set(field, `${refs.get(field) ?? ''}<ofd:ObjectRef PageRef="1">${100 + index}</ofd:ObjectRef>`)
  return `<:eInvoice xmlns:="">${[...refs].map(([field, xml]) => `<${field}>${xml}</${field}>`).join('')}</:eInvoice>`
}

/** Custom data as issuers write it; the sum is the net amount. */
export const customDataOf = (invoice: SampleInvoice): Readonly<Record<string, string>> => ({ 'template-version': '1.0',
  ...(invoice.number.length === 8 && { 发票代码: invoice.code }), 发票号码: invoice.number, 合计税额: invoice.tax, 合计金额: invoice.net,
  开票日期: chineseDate(invoice.issueDate), 购买方纳税人识别号: invoice.buyerTaxNo, 销售方纳税人识别号: invoice.sellerTaxNo })
