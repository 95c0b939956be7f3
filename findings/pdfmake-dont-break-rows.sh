#!/usr/bin/env bash
# pdfmake 0.3.11: in a table with `dontBreakRows: true`, a row that is taller than a page is left out of the PDF, without an error.
# Without the option the same row continues over pages.
# Seen with Node 20.20:
#   lines found with dontBreakRows: 0 of 120
#   lines found without: 120 of 120
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdfmake@0.3.11 pdfjs-dist@5.6.205 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
const pdfmake = createRequire(import.meta.url)('pdfmake')
pdfmake.setFonts({ Helvetica: { normal: 'Helvetica', bold: 'Helvetica-Bold' } })

async function found(dontBreakRows) {
  const text = Array.from({ length: 120 }, (_, at) => `line${at};`).join('\n')
  const definition = { defaultStyle: { font: 'Helvetica' }, content: [{ table: { dontBreakRows, body: [['before'], [text], ['after']] } }] }
  const data = new Uint8Array(await pdfmake.createPdf(definition).getBuffer())
  const pdf = await getDocument({ data, verbosity: 0 }).promise
  const texts = []
  for (let page = 1; page <= pdf.numPages; page += 1)
    texts.push(...(await (await pdf.getPage(page)).getTextContent()).items.map(({ str }) => str))
  const all = texts.join(' ')
  if (!all.includes('before') || !all.includes('after')) throw new Error('the rows around it are missing')
  return Array.from({ length: 120 }, (_, at) => `line${at};`).filter((line) => all.includes(line)).length
}
const [kept, broken] = [await found(true), await found(false)]
console.log(`lines found with dontBreakRows: ${kept} of 120`)
console.log(`lines found without: ${broken} of 120`)
if (kept !== 0 || broken !== 120) process.exit(1)
JS
node run.mjs
