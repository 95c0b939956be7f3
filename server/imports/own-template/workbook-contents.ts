import type { Archive } from '#server/workbooks/archive.ts'
import { relationsOf } from '#server/workbooks/xlsx-parts.ts'
import { type Attributes, readXml } from '#server/workbooks/xml.ts'

/** A content of a workbook other than cells and their formats. */
export interface WorkbookContent {
  /** Label: "图表/Chart". */
  readonly kind: string
  /** Its name or cell range; empty where it has neither. */
  readonly name: string
  /** The sheet that contains it; empty for contents of the workbook as a whole. */
  readonly sheet: string
}

/** Maximum number of names per line; further ones are counted. */
const mostNames = 5

/**
 * Contents of `before` that are missing in `after`, the same workbook written again, grouped by kind and sheet. Contents whose name is
 * missing count first, since some programs rename contents.
 */
export function lostContents(before: readonly WorkbookContent[], after: readonly WorkbookContent[]): readonly WorkbookContent[] {
  const groups = new Map(before.map(({ kind, sheet }) => [`${kind}\n${sheet}`, { kind, sheet }]))
  return [...groups.values()].flatMap((group) => {
    const isOfGroup = ({ kind, sheet }: WorkbookContent) => kind === group.kind && sheet === group.sheet
    const contents = before.filter(isOfGroup)
    const kept = after.filter(isOfGroup)
    const names = new Set(kept.map(({ name }) => name))
    const byDoubt = contents.toSorted((one, other) => Number(names.has(one.name)) - Number(names.has(other.name)))
    const lost = byDoubt.slice(0, Math.max(0, contents.length - kept.length))
    return lost.length === 0 ? [] : [{ ...group, name: namesOf(lost) }]
  })
}

function namesOf(contents: readonly WorkbookContent[]): string {
  const names = [...new Set(contents.map(({ name }) => name).filter(Boolean))]
  const shown = names.slice(0, mostNames).join(', ')
  return names.length > mostNames ? `${shown} … (${names.length})` : shown
}

/** Lists the contents of an .xlsx that may be lost when it is written again. @throws Unreadable */
export async function workbookContents(archive: Archive): Promise<readonly WorkbookContent[]> {
  const root = [...(await relationsOf(archive, '')).values()].find(({ type }) => type.endsWith('/officeDocument'))?.target ?? ''
  const relations = await relationsOf(archive, root)
  const { found, sheets } = workbookElements((await archive.text(root)) ?? '')
  for (const { name, relation } of sheets) {
    const part = relations.get(relation)
    if (part) found.push({ kind: sheetKind, name, sheet: '' }, ...(await sheetContents(archive, part.target, name)))
  }
  for (const { type, target } of relations.values()) {
    if (type.endsWith('/externalLink')) found.push({ kind: '外部链接/External link', name: await linkedFile(archive, target), sheet: '' })
  }
  return [...found, ...otherParts(archive)]
}

const sheetKind = '工作表/Sheet'

interface SheetReference {
  readonly name: string
  readonly relation: string
}

function workbookElements(xml: string) {
  const found: WorkbookContent[] = []
  const sheets: SheetReference[] = []
  readXml(xml, {
    open(_, { name = '', id = '', hidden }, path) {
      if (path === 'workbook/sheets/sheet') sheets.push({ name, relation: id })
      if (path === 'workbook/workbookProtection') found.push({ kind: '工作簿保护/Workbook protection', name: '', sheet: '' })
      // excludes hidden and reserved names of programs
      if (path === 'workbook/definedNames/definedName' && hidden !== '1' && !name.startsWith('_xlnm.'))
        found.push({ kind: '定义的名称/Defined name', name, sheet: '' })
    },
  })
  return { found, sheets }
}

/** Elements of a sheet by local name; each occurrence counts. */
const sheetElements: Readonly<Record<string, string>> = {
  cfRule: '条件格式/Conditional format',
  hyperlink: '超链接/Link',
  autoFilter: '筛选/Filter',
  sheetProtection: '工作表保护/Sheet protection',
  protectedRange: '允许编辑区域/Range that may be edited',
  scenario: '方案/Scenario',
  customSheetView: '自定义视图/Custom view',
  dataConsolidate: '合并计算/Consolidation',
  oleObject: '嵌入对象/Embedded object',
  control: '控件/Control',
  picture: '背景图片/Background picture',
  legacyDrawingHF: '页眉页脚图片/Picture in header or footer',
  headerFooter: '页眉页脚/Header or footer',
  sparklineGroup: '迷你图/Sparklines',
  colBreaks: '列分页/Column breaks',
  rowBreaks: '行分页/Row breaks',
  tablePart: '表格/Table',
  slicer: '切片器/Slicer',
}

const attributesWithNames = ['name', 'ref', 'r', 'sqref', 'displayName', 'progId'] as const

const nameIn = (attributes: Attributes, otherwise = ''): string =>
  attributesWithNames.map((key) => attributes[key]).find(Boolean) ?? otherwise

async function sheetContents(archive: Archive, part: string, sheet: string): Promise<readonly WorkbookContent[]> {
  const found = sheetElementContents((await archive.text(part)) ?? '', sheet)
  for (const { type, target } of (await relationsOf(archive, part)).values()) {
    const xml = await partText(archive, type, target)
    found.push(...(relatedReaders[type.slice(type.lastIndexOf('/') + 1)]?.(xml) ?? []).map((content) => ({ ...content, sheet })))
  }
  return found
}

/** The text of a related part; empty for links, which lead out of the archive, and for pictures. */
const partText = async (archive: Archive, type: string, target: string): Promise<string> =>
  Object.keys(relatedReaders).some((name) => type.endsWith(`/${name}`)) ? ((await archive.text(target)) ?? '') : ''

function sheetElementContents(xml: string, sheet: string): WorkbookContent[] {
  const found: WorkbookContent[] = []
  let range = ''
  readXml(xml, {
    open(element, attributes, path) {
      if (element === 'conditionalFormatting') range = attributes['sqref'] ?? ''
      const kind = kindOfElement(element, attributes, path)
      if (kind !== undefined) found.push({ kind, name: nameIn(attributes, element === 'cfRule' ? range : ''), sheet })
    },
  })
  return found
}

function kindOfElement(element: string, { vm }: Attributes, path: string): string | undefined {
  if (path === 'worksheet/sheetData/row/c') return vm === undefined ? undefined : '单元格内的图片或数据类型/Picture or data type in a cell'
  // drop-downs in the standard's own namespace are preserved
  if (element === 'dataValidation') return path.includes(':') ? '下拉或校验/Drop-down or validation' : undefined
  return sheetElements[element]
}

type Unplaced = Omit<WorkbookContent, 'sheet'>

/** Readers of the parts that a sheet refers to, by the last segment of the relation's type. */
const relatedReaders: Readonly<Record<string, (xml: string) => readonly Unplaced[]>> = {
  comments: (xml) => named(xml, 'comment', '批注/Comment'),
  threadedComment: (xml) => named(xml, 'threadedComment', '会话批注/Threaded comment'),
  pivotTable: (xml) => named(xml, 'pivotTableDefinition', '数据透视表/Pivot table'),
  queryTable: (xml) => named(xml, 'queryTable', '外部查询/Query'),
  drawing: drawnObjects,
}

function named(xml: string, element: string, kind: string): readonly Unplaced[] {
  const found: Unplaced[] = []
  readXml(xml, {
    open(name, attributes) {
      if (name === element) found.push({ kind, name: nameIn(attributes) })
    },
  })
  return found
}

const drawnKinds: Readonly<Record<string, string>> = { pic: '图片/Picture', graphicFrame: '图表/Chart',
  sp: '形状或文本框/Shape or text box', cxnSp: '线条/Line', grpSp: '组合/Group', contentPart: '墨迹/Ink' }

/** The objects of a drawing; those within a group count as one, and a compatibility copy (`Fallback`) is ignored. */
function drawnObjects(xml: string): readonly Unplaced[] {
  const found: { kind: string; name: string }[] = []
  let depth = 0
  let copies = 0
  const openObject = (kind: string | undefined) => {
    if (kind !== undefined && (depth += 1) === 1) found.push({ kind, name: '' })
  }
  const nameObject = (name: string) => {
    const object = found.at(-1)
    if (depth === 1 && object) object.name ||= name
  }
  readXml(xml, {
    open(name, attributes) {
      if (name === 'Fallback') copies += 1
      if (copies > 0) return
      openObject(drawnKinds[name])
      if (name === 'cNvPr') nameObject(attributes['name'] ?? '')
    },
    close(name) {
      if (copies === 0 && name in drawnKinds) depth -= 1
      if (name === 'Fallback') copies -= 1
    },
  })
  return found
}

/** The target file of an external link. */
async function linkedFile(archive: Archive, part: string): Promise<string> {
  const slash = part.lastIndexOf('/') + 1
  const xml = (await archive.text(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`)) ?? ''
  let file = ''
  readXml(xml, {
    open(_, { Target: target }) {
      file ||= target ?? ''
    },
  })
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
}

/** Parts that are handled above, are regenerated by every write, or have no content. */
const knownParts: readonly string[] = ['[content_types].xml', '_rels/', 'docprops/app.xml', 'docprops/core.xml', 'docprops/thumbnail',
  'customxml/', 'docmetadata/',
  ...['_rels/', 'workbook.xml', 'styles.xml', 'sharedstrings.xml', 'calcchain.xml', 'metadata.xml', 'theme/', 'media/', 'worksheets/',
    'chartsheets/', 'drawings/', 'charts/', 'diagrams/', 'comments', 'threadedcomments/', 'persons/', 'pivottables/', 'pivotcache/',
    'tables/', 'querytables/', 'externallinks/', 'printersettings/', 'ctrlprops/', 'activex/', 'embeddings/', 'slicer', 'richdata/']
    .map((name) => `xl/${name}`)]

const otherKinds: readonly (readonly [RegExp, string])[] = [
  [/vbaproject/, '宏/Macros'],
  [/connections/, '数据连接/Data connections'],
  [/^docprops\/custom/, '自定义属性/Custom properties'],
  [/timeline/, '日程表/Timeline'],
  [/^xl\/model\//, '数据模型/Data model'],
]

const otherParts = ({ names }: Archive): readonly WorkbookContent[] =>
  names.filter((name) => !name.endsWith('/') && !name.endsWith('.rels') && !knownParts.some((start) => name.startsWith(start))).map(
    (name) => {
      const kind = otherKinds.find(([pattern]) => pattern.test(name))?.[1]
      return kind === undefined ? { kind: '其他内容/Other content', name, sheet: '' } : { kind, name: '', sheet: '' }
    },
  )
