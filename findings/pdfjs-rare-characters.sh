#!/usr/bin/env bash
# pdfjs-dist 5.6.205: the text of a font that is not embedded and uses the predefined CMap UniGB-UTF16-H (PDF 32000-1, 9.7.5.2) loses
# characters beyond the basic plane: their surrogate pair is cut to one half. 𠮷 (U+20BB7), used in names of people and firms, is such one.
# Seen with Node 20.20:
#   written:    中𠮷文
#   code units: 4e2d dfb7 6587
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdfjs-dist@5.6.205 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
const written = '中𠮷文'
const hex = Array.from({ length: written.length }, (_, at) => written.charCodeAt(at).toString(16).padStart(4, '0')).join('')
const content = `BT /F1 12 Tf 20 50 Td <${hex}> Tj ET`
const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
  `<</Length ${content.length}>>stream\n${content}\nendstream`,
  '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UTF16-H/DescendantFonts[6 0 R]>>',
  '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/FontDescriptor 7 0 R>>',
  '<</Type/FontDescriptor/FontName/STSong-Light/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 880/Descent -120/StemV 80/CapHeight 880>>']
let file = '%PDF-1.5\n'
const offsets = objects.map((body, at) => {
  const offset = file.length
  file += `${at + 1} 0 obj\n${body}\nendobj\n`
  return offset
})
const start = file.length
file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`
file += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`
const pdf = await getDocument({ data: new Uint8Array(Buffer.from(file, 'latin1')), verbosity: 0, cMapPacked: true,
  cMapUrl: `${process.cwd()}/node_modules/pdfjs-dist/cmaps/` }).promise
const read = (await (await pdf.getPage(1)).getTextContent()).items.map(({ str }) => str).join('')
const units = Array.from({ length: read.length }, (_, at) => read.charCodeAt(at).toString(16)).join(' ')
console.log(`written:    ${written}\ncode units: ${units}`)
if (units !== '4e2d dfb7 6587') process.exit(1)
JS
node run.mjs
