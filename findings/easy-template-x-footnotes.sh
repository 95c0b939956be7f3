#!/usr/bin/env bash
# easy-template-x 7.2.8 fills tags in the text, headers and footers of a Word document; a tag in a footnote is neither filled nor reported:
# the finished document shows it in braces.
# Seen with Node 20.20:
#   text:     Contract HT-7
#   footnote: {number}
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund easy-template-x@7.2.8 jszip@3.10.1 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { TemplateHandler } from 'easy-template-x'
import JSZip from 'jszip'
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const parts = 'http://schemas.openxmlformats.org/package/2006'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const paragraph = (text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
const zip = new JSZip()
zip.file('[Content_Types].xml', `${head}<Types xmlns="${parts}/content-types"><Default Extension="rels"
  ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>
  <Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/>
  <Override PartName="/word/footnotes.xml" ContentType="${type}.footnotes+xml"/></Types>`)
zip.file('_rels/.rels', `${head}<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument"
  Target="word/document.xml"/></Relationships>`)
zip.file('word/_rels/document.xml.rels', `${head}<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1"
  Type="${office}/footnotes" Target="footnotes.xml"/></Relationships>`)
zip.file('word/document.xml', `${head}<w:document ${word}><w:body>${paragraph('Contract {number}')}
  <w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p></w:body></w:document>`)
zip.file('word/footnotes.xml', `${head}<w:footnotes ${word}><w:footnote w:id="2">${paragraph('{number}')}</w:footnote></w:footnotes>`)
const filled = await new TemplateHandler().process(await zip.generateAsync({ type: 'nodebuffer' }), { number: 'HT-7' })
const read = await JSZip.loadAsync(filled)
const text = async (name) => [...(await read.file(name).async('string')).matchAll(/<w:t[^>]*>([^<]*)/g)].map(([, found]) => found).join('')
const [body, note] = [await text('word/document.xml'), await text('word/footnotes.xml')]
console.log(`text:     ${body}\nfootnote: ${note}`)
if (body !== 'Contract HT-7' || note !== '{number}') process.exit(1)
JS
node run.mjs
