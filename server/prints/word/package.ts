import { openArchive, type Archive } from '#server/workbooks/archive.ts'
import { Unreadable } from '#server/workbooks/sheet.ts'
import { readXml } from '#server/workbooks/xml.ts'
import { BadTemplate } from './template-problem.ts'

/** Parts of a Word file that run, fetch or hold something foreign. */
const foreign = /vbaproject|vbadata|activex|\/embeddings\/|\/afchunk|oleobject|macrosheets|attachedtoolbars|\/externallinks\//

/** Types of parts of files with macros, of other Office files, and of content of another kind. */
const foreignType = /macroenabled|vbaproject|activex|oleobject|spreadsheetml\.sheet\.main|presentationml/i

/** Parts of the text, and of diagrams and charts within it; building blocks of the glossary are not part of the document. */
const isPart = (name: string): boolean => /^word\/(?:(?!glossary\/)[^/]+\/)*[^/]+\.xml$/.test(name)

/** Parts without text of their own. */
const silent: ReadonlySet<string> = new Set(
  ['styles', 'settings', 'websettings', 'fonttable', 'numbering', 'stylesWithEffects'].map((name) => `word/${name.toLowerCase()}.xml`),
)

/** A part that shows text, and its text. */
export interface TextPart {
  /** `word/document.xml` */
  readonly name: string
  readonly xml: string
}

/**
 * Looks through a Word file before anything fills it: a small one that grows, one with macros or embedded objects, and
 * one that fetches something from elsewhere are refused.
 * @throws BadTemplate
 */
export async function textPartsOf(bytes: Uint8Array): Promise<readonly TextPart[]> {
  const archive = await openArchive(bytes).catch((error: unknown) => refuse(codeOf(error)))
  if (!archive.has('[Content_Types].xml') || !archive.has('_rels/.rels')) refuse('notWord')
  if (archive.names.some((name) => foreign.test(`/${name}`))) refuse('foreign')
  await checkTypes(archive)
  for (const name of archive.names.filter((each) => each.endsWith('.rels'))) checkRelations(await xmlOf(archive, name))
  const parts = archive.names.filter((name) => isPart(name) && !silent.has(name))
  if (parts.length === 0) refuse('notWord')
  return Promise.all(parts.map(async (name) => ({ name, xml: await xmlOf(archive, name) })))
}

const codes: Readonly<Record<string, string>> = { 'workbooks.tooLargeInside': 'tooLargeInside', 'workbooks.password': 'password' }

const codeOf = (error: unknown): string => (error instanceof Unreadable ? codes[error.code] : undefined) ?? 'notWord'

async function checkTypes(archive: Archive): Promise<void> {
  let isWord = false
  read(await xmlOf(archive, '[Content_Types].xml'), (_, { ContentType: type = '' }) => {
    if (foreignType.test(type)) refuse('foreign')
    isWord ||= type.includes('wordprocessingml.document.main')
  })
  if (!isWord) refuse('notWord')
}

/** A link may lead to a page: it is followed by who reads, never by what fills or converts. */
function checkRelations(xml: string): void {
  read(xml, (name, attributes) => {
    if (name === 'Relationship' && attributes['TargetMode']?.toLowerCase() === 'external' && !isPageLink(attributes)) refuse('external')
  })
}

const isPageLink = ({ Type: type = '', Target: target = '' }: Readonly<Record<string, string | undefined>>): boolean =>
  type.endsWith('/hyperlink') && /^(https?|mailto):/i.test(target)

function read(xml: string, open: (name: string, attributes: Readonly<Record<string, string | undefined>>) => void): void {
  try {
    readXml(xml, { open })
  } catch (error) {
    if (error instanceof BadTemplate) throw error
    refuse('damaged')
  }
}

async function xmlOf(archive: Archive, name: string): Promise<string> {
  const xml = await archive.text(name).catch(() => undefined)
  return xml === undefined ? refuse('damaged') : xml
}

function refuse(code: string): never {
  throw new BadTemplate([{ code }])
}
