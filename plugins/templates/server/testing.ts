import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface Docx {
  /** Paragraphs of the body: texts, or markup. */
  readonly body: readonly string[]
  /** Additional or replaced parts by name. */
  readonly parts?: Readonly<Record<string, string | Buffer>>
}

/** A paragraph whose text is split into several runs, as Word leaves it after corrections. */
export const inRuns = (...texts: readonly string[]): string =>
  `<w:p>${texts.map((text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`).join('')}</w:p>`

/** Makes a minimal Word file. */
export async function docx({ body, parts = {} }: Docx): Promise<Buffer> {
  const zip = new ZipFile()
  const usual: Record<string, string | Buffer> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types">
        <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
        <Default Extension="xml" ContentType="application/xml"/>
        <Override PartName="/word/document.xml"
        ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument"
        Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${word}"><w:body>${
      body.map((text) => (text.startsWith('<w:') ? text : inRuns(text))).join('')
    }</w:body></w:document>`,
    ...parts,
  }
  for (const [name, content] of Object.entries(usual)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** XML of a part of a Word file. */
export async function partOf(file: Uint8Array, part = 'word/document.xml'): Promise<string> {
  const zip = await fromBufferPromise(Buffer.from(file))
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === part) return (await buffer(await zip.openReadStreamPromise(entry))).toString()
  }
  throw new Error(`no ${part}`)
}

/** Texts of the paragraphs, including those in table cells. */
export async function paragraphsOf(file: Uint8Array): Promise<string[]> {
  const xml = await partOf(file)
  return [...xml.matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([paragraph]) =>
    [...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:br\/>/g)].map(([, text]) => text ?? '\n').join('')
  )
}
