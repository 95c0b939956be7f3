import { createDefaultPlugins, ScopeData, type ScopeDataArgs, type TemplateContext, TemplateExtension, TemplateHandler, xml,
  type XmlGeneralNode, type XmlNode } from 'easy-template-x'
import { transparentElements } from './paragraphs.ts'
import type { WordData } from './word-data.ts'

/** Word nests text boxes within tables within content controls. */
const deepest = 200

/** Declarations that a picture that is put in needs; Word has them in every file, other programs do not. */
const drawn = {
  'xmlns:r': 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'xmlns:wp': 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
}

class DeclaresPictures extends TemplateExtension {
  override async execute(_: ScopeData, { currentPart }: TemplateContext): Promise<void> {
    const root = (await currentPart.xmlRoot()) as XmlGeneralNode
    root.attributes = { ...drawn, ...root.attributes }
  }
}

/** Runs that smart tags hold stand in their paragraph afterwards, so that a tag may lie across them. */
class LiftsRuns extends TemplateExtension {
  override async execute(_: ScopeData, { currentPart }: TemplateContext): Promise<void> {
    lift(await currentPart.xmlRoot())
  }
}

function lift(node: XmlNode): void {
  for (const child of node.childNodes?.slice() ?? []) {
    lift(child)
    if (!transparentElements.has(child.nodeName.replace(/^.*:/, ''))) continue
    // its properties say what kind of smart tag it was
    for (const inner of (child.childNodes ?? []).filter(({ nodeName }) => !nodeName.endsWith('Pr'))) {
      xml.modify.remove(inner)
      xml.modify.insertBefore(inner, child)
    }
    xml.modify.remove(child)
  }
}

/** JSZip encodes a text in parts of 16,384 units and loses a rare character that two parts share, so it is given bytes. */
class WritesBytes extends TemplateExtension {
  override execute(_: ScopeData, { docx, currentPart }: TemplateContext): void {
    if (currentPart !== docx.mainDocument) return
    const zip = docx.rawZipFile
    const setFile = zip.setFile.bind(zip)
    zip.setFile = (path, content) => setFile(path, typeof content === 'string' ? Buffer.from(content) : content)
  }
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Parts that the library leaves out: notes below pages and behind the text, and comments. They are filled with the body. */
class FillsNotes extends TemplateExtension {
  override async execute(data: ScopeData, context: TemplateContext): Promise<void> {
    const { mainDocument } = context.docx
    if (context.currentPart !== mainDocument) return
    for (const kind of ['footnotes', 'endnotes', 'comments']) {
      for (const currentPart of await mainDocument.getPartsByType(`${relations}/${kind}`)) {
        const root = await currentPart.xmlRoot()
        lift(root)
        await this.utilities.compiler.compile(root, data, { ...context, currentPart })
      }
    }
  }
}

const handler = new TemplateHandler({ plugins: createDefaultPlugins(), maxXmlDepth: deepest, scopeDataResolver: resolved,
  extensions: { beforeCompilation: [new WritesBytes(), new LiftsRuns(), new DeclaresPictures()], afterCompilation: [new FillsNotes()] } })

/** A template with its tags filled; rows repeat what their loop holds. */
export const filledTemplate = async (template: Uint8Array, data: WordData): Promise<Uint8Array> =>
  handler.process(Buffer.from(template), writable(data) as never)

/** Without the characters that XML does not hold: a file with one of them opens nowhere. */
function writable(value: unknown): unknown {
  // oxlint-disable-next-line no-control-regex -- control characters are what must go
  if (typeof value === 'string') return value.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
  if (Array.isArray(value)) return value.map(writable)
  if (isPicture(value))
    return { _type: 'image', source: Buffer.from(value.image), format: value.type, width: value.width, height: value.height }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, writable(each)]))
    : value
}

const isPicture = (value: unknown): value is Extract<WordData[string], { readonly image: Uint8Array }> =>
  typeof value === 'object' && value !== null && 'image' in value

/** `{#!tag}` holds where the tag is empty. */
function resolved(data: ScopeDataArgs) {
  const last = data.strPath.at(-1) ?? ''
  if (!last.startsWith('!')) return ScopeData.defaultResolver(data)
  const value = ScopeData.defaultResolver({ ...data, strPath: [...data.strPath.slice(0, -1), last.slice(1).trim()] })
  return (Array.isArray(value) ? value.length === 0 : !value) as never
}
