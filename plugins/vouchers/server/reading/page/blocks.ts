import { pageOf, type PageContent, type PlacedText, linesBeside } from './page.ts'

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
