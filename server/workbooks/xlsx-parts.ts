import type { Archive } from './archive.ts'
import { builtInLook, lookOf, type NumberLook } from './numbers.ts'
import { Unreadable } from './sheet.ts'
import { type Attributes, readXml } from './xml.ts'

/** The parts needed to read the sheet's cells. */
export interface WorkbookParts {
  readonly sheet: string
  readonly strings: readonly string[]
  /** Number formats by the style index of cells. */
  readonly looks: readonly NumberLook[]
  readonly is1904: boolean
}

/** Finds the first visible sheet and the parts that its cells refer to. @throws Unreadable */
export async function workbookParts(archive: Archive): Promise<WorkbookParts> {
  const root = [...(await relationsOf(archive, '')).values()].find(({ type }) => type.endsWith('/officeDocument'))
  const workbook = root && (await archive.text(root.target))
  if (!root || workbook === undefined) throw new Unreadable('workbooks.notAWorkbook')
  const relations = await relationsOf(archive, root.target)
  const { sheets, is1904 } = workbookOf(workbook)
  const worksheets = sheets.map(({ relation, visible }) => ({ visible, place: relations.get(relation) })).filter(({ place }) =>
    place?.type.endsWith('/worksheet')
  )
  const first = worksheets.find(({ visible }) => visible)?.place
  const sheet = first && (await archive.text(first.target))
  if (sheet === undefined) throw new Unreadable(worksheets.length > 0 ? 'workbooks.noVisibleSheet' : 'workbooks.notAWorkbook')
  const part = async (kind: string) => {
    const found = [...relations.values()].find(({ type }) => type.endsWith(`/${kind}`))
    return found && (await archive.text(found.target))
  }
  return { sheet, is1904, strings: stringsOf(await part('sharedStrings')), looks: looksOf(await part('styles')) }
}

interface Relation {
  readonly type: string
  /** Name of the part in the archive. */
  readonly target: string
}

/** The relations of a part by id; '' is the package itself. */
export async function relationsOf(archive: Archive, part: string): Promise<ReadonlyMap<string, Relation>> {
  const slash = part.lastIndexOf('/')
  const folder = part.slice(0, slash + 1)
  const relations = new Map<string, Relation>()
  readXml((await archive.text(`${folder}_rels/${part.slice(slash + 1)}.rels`)) ?? '', {
    open(name, { Id, Type, Target, TargetMode }) {
      if (name === 'Relationship' && Id && Type && Target && TargetMode !== 'External')
        relations.set(Id, { type: Type, target: resolve(folder, Target) })
    },
  })
  return relations
}

/** Resolves a target relative to the part's folder, or to the package for an absolute one. */
function resolve(folder: string, target: string): string {
  const path: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}

function workbookOf(source: string) {
  const sheets: { readonly relation: string; readonly visible: boolean }[] = []
  let is1904 = false
  readXml(source, {
    open(_, attributes, path) {
      if (path === 'workbook/workbookPr') is1904 = isTrue(attributes['date1904'])
      if (path === 'workbook/sheets/sheet')
        sheets.push({ relation: attributes['id'] ?? '', visible: !hiding.has(attributes['state'] ?? '') })
    },
  })
  return { sheets, is1904 }
}

/** The states of hidden sheets; other programs write unknown states for visible ones. */
const hiding: ReadonlySet<string> = new Set(['hidden', 'veryHidden'])

const isTrue = (value: string | undefined): boolean => ['1', 'true', 'on'].includes(value ?? '')

/** The shared texts: runs of rich text are joined, phonetic hints are left out. */
function stringsOf(source: string | undefined): string[] {
  const strings: string[] = []
  let current = ''
  readXml(source ?? '', {
    open(_, __, path) {
      if (path === 'sst/si') current = ''
    },
    text(text, path) {
      if (path === 'sst/si/t' || path === 'sst/si/r/t') current += text
    },
    close(_, path) {
      if (path === 'sst/si') strings.push(unescaped(current))
    },
  })
  return strings
}

/** Escapes a text for a cell of an .xlsx file: an escape sequence in it (`_x0041_`) would be read as the character. */
export const escaped = (text: string): string => text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')

/** Decodes escape sequences such as _x000D_, by which control characters are written. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

function looksOf(source: string | undefined): NumberLook[] {
  const codes = new Map<number, string>()
  const looks: NumberLook[] = []
  const lookOfFormat = ({ numFmtId }: Attributes) => {
    const id = Number(numFmtId ?? 0)
    const code = codes.get(id)
    return code === undefined ? builtInLook(id) : lookOf(code)
  }
  // formats of conditional formatting have separate ids
  readXml(source ?? '', {
    open(_, attributes, path) {
      if (path === 'styleSheet/numFmts/numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      if (path === 'styleSheet/cellXfs/xf') looks.push(lookOfFormat(attributes))
    },
  })
  return looks
}
