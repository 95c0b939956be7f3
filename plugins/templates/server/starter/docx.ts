import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Locale } from '#kernel/wording/label.ts'
import { type Markup, paragraph, run } from './markup.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Fixed modification time of all parts, so that equal starters are equal files. */
const written = new Date('2026-01-01T00:00:00Z')

/** Makes a Word file with a body, and a footer with document and page number. */
export async function docxOf(body: readonly Markup[], locale: Locale): Promise<Buffer> {
  const zip = new ZipFile()
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types">
        <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
        <Default Extension="xml" ContentType="application/xml"/>${
      ['document.main', 'styles', 'footer'].map((part) =>
        `<Override PartName="/word/${part.replace('.main', '')}.xml" ContentType="${wordType}.${part}+xml"/>`
      ).join('')
    }</Types>`,
    '_rels/.rels': relations([['officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': relations([['styles', 'styles.xml'], ['footer', 'footer.xml']]),
    'word/styles.xml': styles,
    'word/footer.xml': `<w:ftr xmlns:w="${word}">${paragraph(footOf(locale))}</w:ftr>`,
    'word/document.xml':
      `<w:document xmlns:w="${word}" xmlns:r="${office}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">
        <w:body>${body.join('')}<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/>
        <w:pgMar w:top="850" w:right="850" w:bottom="900" w:left="850" w:header="500" w:footer="500"
        w:gutter="0"/></w:sectPr></w:body></w:document>`,
  }
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(head + xml), name, { mtime: written })
  zip.end()
  return buffer(zip.outputStream)
}

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${packaged}/relationships">${
    targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`).join('')
  }</Relationships>`

const field = (code: string): Markup =>
  `<w:fldSimple w:instr=" ${code} "><w:r><w:rPr><w:sz w:val="14"/></w:rPr><w:t>1</w:t></w:r></w:fldSimple>`

function footOf(locale: Locale): Markup {
  const small = (text: string) => run(text, { quiet: true, size: 14 })
  const texts = locale === 'cn'
    ? ['{doc.number}　{doc.printedBy} 打印于 {doc.printedAt}　第 ', ' 页，共 ', ' 页']
    : ['{doc.number}   Printed by {doc.printedBy} at {doc.printedAt}   Page ', ' of ', '']
  return small(texts[0] ?? '') + field('PAGE') + small(texts[1] ?? '') + field('NUMPAGES') + small(texts[2] ?? '')
}

const fonts = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Microsoft YaHei" w:cs="Calibri"/>'

const heading = (id: string, name: string, { size, before }: { size: number; before: number }): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/>
    <w:spacing w:before="${before}" w:after="60"/></w:pPr><w:rPr><w:b/><w:color w:val="0F5C63"/><w:sz w:val="${size}"/>
    <w:szCs w:val="${size}"/></w:rPr></w:style>`

const styles =
  `<w:styles xmlns:w="${word}"><w:docDefaults><w:rPrDefault><w:rPr>${fonts}<w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr></w:rPrDefault>
    <w:pPrDefault><w:pPr><w:spacing w:before="20" w:after="20"/></w:pPr></w:pPrDefault></w:docDefaults>
    <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${
    heading('Heading1', 'heading 1', { size: 34, before: 0 })
  }${heading('Heading2', 'heading 2', { size: 20, before: 200 })}</w:styles>`
