/** A piece of WordprocessingML. */
export type Markup = string

/** Width between the margins, in twentieths of a point. */
export const pageWidth = 10_206

const colours = { quiet: '5F6670', accent: '0F5C63', rule: 'C9CED6', wash: 'F3F5F7' } as const

interface TextStyle {
  readonly bold?: boolean
  readonly quiet?: boolean
  /** Font size in half points. */
  readonly size?: number
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A run of text in one style. */
export const run = (text: string, { bold = false, quiet = false, size }: TextStyle = {}): Markup =>
  `<w:r><w:rPr>${bold ? '<w:b/>' : ''}${quiet ? `<w:color w:val="${colours.quiet}"/>` : ''}${
    size === undefined ? '' : `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`
  }</w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

interface ParagraphStyle {
  readonly right?: boolean
  /** Keeps it on the page of the next paragraph. */
  readonly keep?: boolean
  readonly style?: 'Heading1' | 'Heading2'
}

/** A paragraph of runs; heading styles appear in the document's outline. */
export const paragraph = (content: Markup, { right = false, keep = false, style }: ParagraphStyle = {}): Markup =>
  `<w:p><w:pPr>${style === undefined ? '' : `<w:pStyle w:val="${style}"/>`}${keep ? '<w:keepNext/>' : ''}${
    right ? '<w:jc w:val="right"/>' : ''
  }</w:pPr>${content}</w:p>`

export interface CellStyle {
  /** Width in twentieths of a point. */
  readonly width: number
  readonly span?: number
  readonly isHead?: boolean
  readonly right?: boolean
  /** Keeps it on the page of the next row. */
  readonly keep?: boolean
}

/** A table cell with one paragraph. */
export const cell = (content: Markup, { width, span = 1, isHead = false, right = false, keep = false }: CellStyle): Markup =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span > 1 ? `<w:gridSpan w:val="${span}"/>` : ''}${
    isHead ? `<w:shd w:val="clear" w:color="auto" w:fill="${colours.wash}"/>` : ''
  }</w:tcPr>${paragraph(content, { right, keep })}</w:tc>`

/** Paragraph between two tables, which Word would otherwise merge. */
export const gap: Markup = '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="120" w:lineRule="exact"/></w:pPr></w:p>'

/** A table row without page breaks; header rows are repeated on each page. */
export const row = (cells: readonly Markup[], isHead = false): Markup =>
  `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${cells.join('')}</w:tr>`

/** A table with fixed column widths; without borders if used for layout only. */
export function table(widths: readonly number[], rows: readonly Markup[], isPlain = false): Markup {
  const line = (side: string) => `<w:${side} w:val="${isPlain ? 'nil' : 'single'}" w:sz="4" w:space="0" w:color="${colours.rule}"/>`
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(line).join('')
  return `<w:tbl><w:tblPr><w:tblW w:w="${pageWidth}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/>
    <w:tblCellMar><w:left w:w="80" w:type="dxa"/><w:right w:w="80" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${
    widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')
  }</w:tblGrid>${rows.join('')}</w:tbl>`
}
