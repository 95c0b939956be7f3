import { pageOf, type PageContent, type PlacedText, linesBeside } from './page.ts'

/** Numbers of invoices that are printed above one another are further apart, mm. */
const apartDown = 45
/** Numbers of invoices that are printed side by side are further apart, mm. */
const apartAcross = 70
/** Invoices on one page. */
const mostBlocks = 8

type Axis = 'x' | 'y'

/** The texts of each invoice of a page; all in one where the page shows no more than one number. */
export function blocksOf(texts: readonly PlacedText[], most = mostBlocks): readonly (readonly PlacedText[])[] {
  const cut = most > 1 ? cutOf(texts) : undefined
  if (!cut) return [inUsualSize(texts)]
  const [before, after] = [true, false].map((isBefore) => texts.filter((text) => (text[cut.axis] < cut.at) === isBefore))
  if (!before?.length || !after?.length) return [inUsualSize(texts)]
  const first = blocksOf(before, most - 1)
  return [...first, ...blocksOf(after, most - first.length)]
}

/** Width of the texts of an invoice, mm; narrower ones were printed smaller than they are issued. */
const [usualWidth, narrow] = [195, 145]

/** Texts in the size that invoices have, where they were made smaller. */
function inUsualSize(texts: readonly PlacedText[]): readonly PlacedText[] {
  const width = Math.max(...texts.map((text) => text.x + text.width)) - Math.min(...texts.map(({ x }) => x))
  if (texts.length < 15 || width >= narrow || width <= 0) return texts
  const scale = usualWidth / width
  return texts.map(({ text, x, y, width: own }) => ({ text, x: x * scale, y: y * scale, width: own * scale }))
}

/** The line between the first two invoices: what stands at the edge of the first one stands there in the second one, too. */
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

/** The numbers of invoices beside their labels, each once. */
function numbersOf(page: PageContent): readonly PrintedNumber[] {
  const found = page.labels.filter(({ name }) => name === 'number').flatMap((label) => {
    const digits = linesBeside(page, label).find((line) => /^(?:\d{20}|\d{8})$/.test(line))
    return digits === undefined ? [] : [{ digits, x: label.x, y: label.y }]
  })
  return found.filter(({ digits }, index) => found.findIndex((each) => each.digits === digits) === index)
}

/** The middle of the widest gap around a place where no text stands. */
function gapNear(texts: readonly PlacedText[], axis: Axis, near: number): number {
  const spans = texts.map((text) => [text[axis], text[axis] + (axis === 'x' ? text.width : 0)] as const)
  const edges = spans.flat().sort((one, other) => one - other)
  const gaps = edges.slice(1).map((end, index) => ({ start: edges[index] ?? end, end })).filter(({ start, end }) =>
    end > near - 15 && start < near + 3 && !spans.some(([from, to]) => from < end && to > start)
  )
  const [widest] = gaps.sort((one, other) => other.end - other.start - (one.end - one.start))
  return widest ? (widest.start + widest.end) / 2 : near - 2
}
