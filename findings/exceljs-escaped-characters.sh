#!/usr/bin/env bash
# exceljs 4.4.0 writes a text that looks like an escape of the format (`_x0041_`, which stands for the character of that code) as it is:
# ECMA-376 part 1, 22.9.2.19 wants `_x005F_x0041_`. Readers decode the escape, its own as well as @e965/xlsx 0.20.3, so that a part number
# of this shape comes back as another one after a round trip.
# Seen with Node 20.20:
#   written by exceljs: PN_x0041_B
#   read by exceljs:    PNAB
#   read by xlsx:       PNAB
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set 'overrides.unzipper=0.12.5' >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 @e965/xlsx@0.20.3 >/dev/null 2>&1
cat > run.mjs <<'JS'
import excel from 'exceljs'
import { read } from '@e965/xlsx'
const written = 'PN_x0041_B'
const book = new excel.Workbook()
book.addWorksheet('Parts').addRow([written])
const file = await book.xlsx.writeBuffer()
const again = new excel.Workbook()
await again.xlsx.load(file)
const byExceljs = again.worksheets[0].getCell('A1').value
const byXlsx = read(file).Sheets.Parts.A1.v
console.log(`written by exceljs: ${written}\nread by exceljs:    ${byExceljs}\nread by xlsx:       ${byXlsx}`)
if (byExceljs !== 'PNAB' || byXlsx !== 'PNAB') process.exit(1)
JS
node run.mjs
