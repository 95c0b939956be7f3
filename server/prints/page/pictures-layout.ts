import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'
import { headingOf } from './heading.ts'
import type { PrintedPictures } from '../printout.ts'

/** Maximum size of a picture, points; two fit side by side. */
const fit: [number, number] = [248, 186]

/** Photos with captions, two per line, not broken across pages. */
export function picturesOf({ title, images }: PrintedPictures): Content {
  const lines = Array.from({ length: Math.ceil(images.length / 2) }, (_, index) => images.slice(index * 2, index * 2 + 2))
  const [first = [], ...rest] = lines.map((line) => [cellOf(line[0]), cellOf(line[1])])
  const tableOf = (body: TableCell[][]): Content => ({ layout: 'noBorders', table: { widths: ['*', '*'], dontBreakRows: true, body } })
  return { margin: [0, 10, 0, 0],
    stack: [{ unbreakable: true, stack: [headingOf(title), tableOf([first])] }, ...(rest.length > 0 ? [tableOf(rest)] : [])] }
}

const cellOf = (image: PrintedPictures['images'][number] | undefined): TableCell =>
  image
    ? { stack: [{ image: image.image, fit }, { text: image.name, fontSize: 7, color: colours.quiet, margin: [0, 2, 0, 4] }] }
    : { text: '' }
