#!/usr/bin/env bash
# exceljs 4.4.0 reads a number as a date if its format has an escaped letter that is also a letter of dates. `0.0\h` shows 7.5 hours as
# 7.5h: the backslash makes the h a plain letter (ECMA-376 part 1, 18.8.31). The value comes as a Date of January 1900; the same format
# with the letter in quotes comes as the number. @e965/xlsx 0.20.3 reads both right. Hours of work, to be paid, come as days.
# Seen with Node 20.20:
#   0.0\h  exceljs: Date 1900-01-06T12:00:00.000Z  xlsx: 7.5
#   0.0"h" exceljs: 7.5                            xlsx: 7.5
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set 'overrides.unzipper=0.12.5' >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 @e965/xlsx@0.20.3 >/dev/null 2>&1
cat > run.mjs <<'JS'
import excel from 'exceljs'
import { read, utils, write } from '@e965/xlsx'
const formats = ['0.0\\h', '0.0"h"']
const sheet = utils.aoa_to_sheet([formats.map((z) => ({ t: 'n', v: 7.5, z }))])
const file = write({ SheetNames: ['Hours'], Sheets: { Hours: sheet } }, { type: 'buffer', bookType: 'xlsx' })
const book = new excel.Workbook()
await book.xlsx.load(file)
const other = read(file, { cellDates: true }).Sheets.Hours
const seen = formats.map((format, at) => {
  const { value } = book.worksheets[0].getCell(1, at + 1)
  const byExceljs = value instanceof Date ? `Date ${value.toISOString()}` : String(value)
  const byXlsx = other[utils.encode_cell({ r: 0, c: at })].v
  console.log(`${format.padEnd(6)} exceljs: ${byExceljs.padEnd(30)} xlsx: ${byXlsx}`)
  return `${byExceljs} ${byXlsx}`
})
if (seen.join() === 'Date 1900-01-06T12:00:00.000Z 7.5,7.5 7.5') process.exit(0)
console.error('changed: the escaped letter is read otherwise')
process.exit(1)
JS
node run.mjs
