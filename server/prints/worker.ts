import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { colours } from './page/colours.ts'
import { coverLayoutOf } from './page/cover-layout.ts'
import type { PrintJob } from './job.ts'
import { labelsLayoutOf } from './page/labels-layout.ts'
import { layoutOf } from './page/layout.ts'

/** The worker's answer when a sheet is done. */
export type RenderAnswer = { readonly pdf: Uint8Array } | { readonly error: string }

const fonts = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json')))
const normal = join(fonts, '400Regular', 'NotoSansSC_400Regular.ttf')
const bold = join(fonts, '600SemiBold', 'NotoSansSC_600SemiBold.ttf')

pdfmake.setFonts({ Sheet: { normal, bold, italics: normal, bolditalics: bold } })
// a print is made of texts: nothing in it may fetch an address or another file
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
  // its columns stand below those of the table around it
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
