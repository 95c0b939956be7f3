import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { TDocumentDefinitions, Content, TableCell } from 'pdfmake/interfaces.js'
import { colours } from './page/blocks.ts'
import { coverLayoutOf } from './page/cover-layout.ts'
import type { PrintJob, LabelSheet, PrintedLabel } from './printout.ts'
import { layoutOf } from './page/layout.ts'

/** Columns per sheet, and size of a label: twenty-four labels of 64 by 34 mm, a common format. */
const [across, width, height] = [3, 180, 96]

/** Sheets of labels with cutting lines. */
function labelsLayoutOf({ name, labels }: LabelSheet): TDocumentDefinitions {
  const rows = Array.from({ length: Math.ceil(labels.length / across) }, (_, index) => labels.slice(index * across, (index + 1) * across))
  return {
    pageSize: 'A4',
    pageMargins: [27, 36, 27, 30],
    info: { title: name, creator: name },
    defaultStyle: { font: 'Sheet', fontSize: 7.5, lineHeight: 1.1, color: colours.text },
    content: [{
      layout: { hLineWidth: () => 0.5, vLineWidth: () => 0.5, hLineColor: () => colours.rule, vLineColor: () => colours.rule,
        hLineStyle: () => ({ dash: { length: 2 } }), vLineStyle: () => ({ dash: { length: 2 } }), paddingLeft: () => 8,
        paddingRight: () => 6, paddingTop: () => 8, paddingBottom: () => 6 },
      table: { widths: Array.from({ length: across }, () => width - 14), heights: () => height - 14, dontBreakRows: true,
        body: rows.map((row) => Array.from({ length: across }, (_, index) => labelOf(row[index]))) },
    }],
  }
}

function labelOf(label: PrintedLabel | undefined): TableCell {
  if (!label) return { text: '' }
  const more = label.more.slice(0, 3).map(({ label: name, text }): Content => ({ text: cut(`${name} ${text}`, 22), color: colours.quiet,
    fontSize: 6.5 })
  )
  return {
    columnGap: 8,
    columns: [
      { width: 'auto', qr: label.number, fit: 80, foreground: colours.text },
      { width: '*',
        stack: [{ text: cut(label.company, 24), fontSize: 6, color: colours.quiet }, { text: cut(label.name, 30), bold: true, fontSize: 9 },
          { text: label.number, bold: true }, ...more] },
    ],
  }
}

/** Truncates a text to a width in letters (a Chinese character counts as two): a taller label would shift the others on the sheet. */
function cut(text: string, most: number): string {
  let width = 0
  const characters = Array.from(text)
  const end = characters.findIndex((character) => (width += (character.codePointAt(0) ?? 0) > 0xff ? 2 : 1) > most)
  return end < 0 ? text : `${characters.slice(0, end - 1).join('')}…`
}

/** The worker's answer. */
export type RenderAnswer = { readonly pdf: Uint8Array } | { readonly error: string }

const fonts = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json')))
const normal = join(fonts, '400Regular', 'NotoSansSC_400Regular.ttf')
const bold = join(fonts, '600SemiBold', 'NotoSansSC_600SemiBold.ttf')

pdfmake.setFonts({ Sheet: { normal, bold, italics: normal, bolditalics: bold } })
// prints contain all their data: nothing in them may fetch a URL or another file
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => resolve(path).startsWith(fonts + sep))
pdfmake.setTableLayouts({
  ruled: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0,
    hLineColor: () => colours.rule,
    paddingLeft: () => 4,
    paddingRight: () => 4,
    paddingTop: () => 2.5,
    paddingBottom: () => 2.5,
  },
  // its columns are aligned with those of the surrounding table
  within: {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 0 ? 0 : 4),
    paddingRight: (column, { table }) => (column === (table.widths?.length ?? 0) - 1 ? 0 : 4),
    paddingTop: () => 0,
    paddingBottom: () => 0,
  },
  band: {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    fillColor: () => colours.wash,
    paddingLeft: () => 8,
    paddingRight: () => 8,
    paddingTop: () => 5,
    paddingBottom: () => 5,
  },
})

parentPort?.on('message', (job: PrintJob) => void answer(job))

async function answer(job: PrintJob): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await rendered(job))
}

function definitionOf(job: PrintJob): TDocumentDefinitions {
  if (job.kind === 'cover') return coverLayoutOf(job.sheet)
  return job.kind === 'labels' ? labelsLayoutOf(job.sheet) : layoutOf(job.printouts)
}

async function rendered(job: PrintJob): Promise<RenderAnswer> {
  try {
    return { pdf: await pdfmake.createPdf(definitionOf(job)).getBuffer() }
  } catch (error) {
    return { error: String(error) }
  }
}
