import { plainCharacters } from '../fields.ts'

/** A text with its position on a page, in mm from the top left. */
export interface PlacedText {
  readonly text: string
  readonly x: number
  /** Position of the baseline. */
  readonly y: number
  /** 0 for vertical text. */
  readonly width: number
}

export interface Glyph {
  readonly character: string
  readonly x: number
  readonly y: number
}

export interface Label {
  readonly name: LabelName
  readonly text: string
  readonly x: number
  readonly end: number
  readonly y: number
  readonly glyphs: readonly Glyph[]
}

const labels = {
  number: /(?<!蓝字|蓝字数电)发票号码[:：]?/g,
  code: /发票代码[:：]?/g,
  issueDate: /(?:开票|填开)日期[:：]?/g,
  checkCode: /校验码[:：]?/g,
  name: /(?:购买方|销售方)?名称[:：]/g,
  taxNo: /(?:统一社会信用代码(?:\/纳税人识别号)?|纳税人识别号)[:：]/g,
  words: /[（(]大写[)）]/g,
  figures: /[（(]小写[)）]/g,
  sums: /(?<!价税|其他税费)合计/g,
  fare: /票价[:：]/g,
  column: /票价(?![:：])|燃油附加费|增值税税率|增值税税额|民航发展基金|其他税费|(?<=其他税费)合计/g,
  other: /地址、?电话[:：]|开户行及账号[:：]|密码区|机器编号[:：]|项目名称|规格型号|收款人[:：]|复核人?[:：]|开票人[:：]|备注/g,
} as const
type LabelName = keyof typeof labels

/** Maximum vertical distance between a label and its value, in mm. */
const reach = 2.6
/** Maximum vertical distance within a line, in mm. */
const sameLine = 1.2
/** Maximum distance to the next row of a table, in mm. */
const rowBelow = 8
/** Maximum number of characters per page; an invoice has some hundreds. */
const mostGlyphs = 20_000

/** The characters of a page, with the labels and captions found among them. */
export interface PageContent {
  /** Characters except those of labels and captions. */
  readonly glyphs: readonly Glyph[]
  readonly labels: readonly Label[]
  readonly captions: readonly Glyph[]
  /** Whole text, line by line. */
  readonly text: string
}

/** Finds labels and captions among the texts of a page. */
export function pageOf(texts: readonly PlacedText[]): PageContent {
  const all = glyphsOf(texts)
  const isCaption = captionsAmong(all)
  const glyphs = all.filter((glyph) => !isCaption.has(glyph))
  const lines = linesOf(glyphs)
  const labels = lines.flatMap(labelsOf)
  const inLabels = new Set(labels.flatMap((label) => label.glyphs))
  return { glyphs: glyphs.filter((glyph) => !inLabels.has(glyph)), labels, captions: captionsOf([...isCaption], lines),
    text: lines.map(textOf).join('\n') }
}

function glyphsOf(texts: readonly PlacedText[]): Glyph[] {
  const glyphs: Glyph[] = []
  for (const { text, x, y, width } of texts) {
    const characters = [...plainCharacters(text)]
    for (const [index, character] of characters.entries())
      if (!/[\s\p{C}]/u.test(character)) glyphs.push({ character, x: x + width * index / characters.length, y })
    if (glyphs.length > mostGlyphs) break
  }
  return glyphs
}

/** Vertical captions of boxes: their characters have no neighbour in the line. */
function captionsAmong(glyphs: readonly Glyph[]): ReadonlySet<Glyph> {
  const candidates = glyphs.filter(({ character }) => '购买方信息销售密码区备注'.includes(character))
  return new Set(
    candidates.filter((own) =>
      !glyphs.some((other) =>
        other !== own && Math.abs(other.y - own.y) < sameLine && Math.abs(other.x - own.x) < 4.5 && Math.abs(other.x - own.x) > 0.1
      )
    ),
  )
}

/** Captions at the beginning of the boxes of buyer and seller. */
function captionsOf(isolated: readonly Glyph[], lines: readonly Glyph[][]): Glyph[] {
  const inLines = lines.flatMap((line) =>
    [...textOf(line).matchAll(/[购销](?:买方|售方|货方|方)/g)].flatMap(({ index }) => line[index] ?? [])
  )
  return [...isolated.filter(({ character }) => '购销'.includes(character)), ...inLines]
}

function linesOf(glyphs: readonly Glyph[]): Glyph[][] {
  const lines: Glyph[][] = []
  for (const glyph of [...glyphs].sort((one, other) => one.y - other.y)) {
    const line = lines.at(-1)
    if (line && glyph.y - line[0]!.y < sameLine) line.push(glyph)
    else lines.push([glyph])
  }
  return lines.map((line) => line.sort((one, other) => one.x - other.x))
}

/** Joins the characters of glyphs. */
export const textOf = (glyphs: readonly Glyph[]) => glyphs.map(({ character }) => character).join('')

function labelsOf(line: readonly Glyph[]): Label[] {
  const text = textOf(line)
  return (Object.entries(labels) as [LabelName, RegExp][]).flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const glyphs = line.slice(match.index, match.index + match[0].length)
      const [first, last] = [glyphs[0], glyphs.at(-1)]
      return first && last ? [{ name, text: match[0], x: first.x, end: last.x, y: first.y, glyphs }] : []
    })
  )
}

const isNear = (one: { readonly y: number }, other: { readonly y: number }) => Math.abs(one.y - other.y) <= reach

/** Glyphs between a label and the next one to its right. */
export function glyphsBeside({ glyphs, labels, captions }: PageContent, label: Label): Glyph[] {
  const stop = Math.min(...[...labels, ...captions].filter((each) => isNear(each, label) && each.x > label.end).map(({ x }) => x),
    Number.POSITIVE_INFINITY)
  return glyphs.filter((glyph) => isNear(glyph, label) && glyph.x > label.end && glyph.x < stop)
}

/** Text next to a label; undefined if there is none. */
export function valueBeside(page: PageContent, name: LabelName, isWanted: (label: Label) => boolean = () => true): string | undefined {
  const label = page.labels.find((each) => each.name === name && isWanted(each))
  if (!label) return undefined
  return linesBeside(page, label).join('') || undefined
}

/** Lines next to a label, each up to its first gap. */
const linesBeside = (page: PageContent, label: Label): readonly string[] =>
  linesOf(glyphsBeside(page, label)).map((line) => textOf(untilGap(line)))

function untilGap(line: readonly Glyph[]): Glyph[] {
  const end = line.findIndex((glyph, index) => index > 0 && glyph.x - line[index - 1]!.x > 9)
  return line.slice(0, end < 0 ? undefined : end)
}

/** Text below a column header, up to the next header to its right. */
export function valueBelow({ glyphs, labels }: PageContent, label: Label): string {
  const next = Math.min(...labels.filter((each) => Math.abs(each.y - label.y) < sameLine && each.x > label.x).map(({ x }) => x),
    Number.POSITIVE_INFINITY)
  return textOf(
    glyphs.filter(({ x, y }) => y - label.y > sameLine && y - label.y < rowBelow && x >= label.x - sameLine && x < next - sameLine).sort((
      one,
      other,
    ) => one.x - other.x),
  )
}

/** Minimum vertical distance between the numbers of two invoices on a page, in mm. */
const apartDown = 45
/** Minimum horizontal distance between the numbers of two invoices side by side, in mm. */
const apartAcross = 70
/** Maximum number of invoices on a page. */
const mostBlocks = 8

type Axis = 'x' | 'y'

/** Splits the texts of a page by invoice; a single block if there is at most one invoice number. */
export function blocksOf(texts: readonly PlacedText[], most = mostBlocks): readonly (readonly PlacedText[])[] {
  const cut = most > 1 ? cutOf(texts) : undefined
  if (!cut) return [inUsualSize(texts)]
  const [before, after] = [true, false].map((isBefore) => texts.filter((text) => (text[cut.axis] < cut.at) === isBefore))
  if (!before?.length || !after?.length) return [inUsualSize(texts)]
  const first = blocksOf(before, most - 1)
  return [...first, ...blocksOf(after, most - first.length)]
}

/** Usual width of an invoice's texts in mm, and the width below which it was printed scaled down. */
const [usualWidth, narrow] = [195, 145]

/** Scales the texts of an invoice that was printed smaller back to the usual size. */
function inUsualSize(texts: readonly PlacedText[]): readonly PlacedText[] {
  const width = Math.max(...texts.map((text) => text.x + text.width)) - Math.min(...texts.map(({ x }) => x))
  if (texts.length < 15 || width >= narrow || width <= 0) return texts
  const scale = usualWidth / width
  return texts.map(({ text, x, y, width: own }) => ({ text, x: x * scale, y: y * scale, width: own * scale }))
}

/** Line between the first two invoices, derived from the distance of their numbers and the edge of the first one. */
function cutOf(texts: readonly PlacedText[]): { readonly axis: Axis; readonly at: number } | undefined {
  const [first, ...others] = numbersOf(pageOf(texts))
  for (const [axis, apart] of [['y', apartDown], ['x', apartAcross]] as const) {
    const distances = others.map((other) => Math.abs(other[axis] - (first?.[axis] ?? 0))).filter((distance) => distance > apart)
    if (distances.length === 0) continue
    const edge = Math.min(...texts.map((text) => text[axis]))
    return { axis, at: gapNear(texts, axis, edge + Math.min(...distances)) }
  }
  return undefined
}

interface PrintedNumber {
  readonly digits: string
  readonly x: number
  readonly y: number
}

/** Distinct invoice numbers next to their labels. */
function numbersOf(page: PageContent): readonly PrintedNumber[] {
  const found = page.labels.filter(({ name }) => name === 'number').flatMap((label) => {
    const digits = linesBeside(page, label).find((line) => /^(?:\d{20}|\d{8})$/.test(line))
    return digits === undefined ? [] : [{ digits, x: label.x, y: label.y }]
  })
  return found.filter(({ digits }, index) => found.findIndex((each) => each.digits === digits) === index)
}

/** Middle of the widest gap without text near a position. */
function gapNear(texts: readonly PlacedText[], axis: Axis, near: number): number {
  const spans = texts.map((text) => [text[axis], text[axis] + (axis === 'x' ? text.width : 0)] as const)
  const edges = spans.flat().sort((one, other) => one - other)
  const gaps = edges.slice(1).map((end, index) => ({ start: edges[index] ?? end, end })).filter(({ start, end }) =>
    end > near - 15 && start < near + 3 && !spans.some(([from, to]) => from < end && to > start)
  )
  const [widest] = gaps.sort((one, other) => other.end - other.start - (one.end - one.start))
  return widest ? (widest.start + widest.end) / 2 : near - 2
}
