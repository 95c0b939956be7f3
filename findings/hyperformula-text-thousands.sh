#!/usr/bin/env bash
# HyperFormula 3.5.0 answers TEXT with a format that it does not know with a text in which the number stands beside rests of the format,
# rounded to a whole number, instead of an error. That goes for every amount with a separator of thousands and for amounts in Chinese
# capitals, whose DBNum2 is read as the day of the month (D) and minutes or months (m); in Excel, the four are 1,234.50, ¥1,234.50,
# (1,234.50) and 壹仟贰佰叁拾肆.伍. A formula that builds a sentence of an amount shows another amount.
# Seen with Node 20.20:
#   #,##0.00               1235,##0.00
#   ¥#,##0.00              ¥1235,##0.00
#   0.00                   1234.50
#   [DBNum2]               [18BNu52]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hyperformula@3.5.0 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { HyperFormula } from 'hyperformula'
const cases = [['#,##0.00', '1235,##0.00'], ['¥#,##0.00', '¥1235,##0.00'], ['0.00', '1234.50'], ['[DBNum2]', '[18BNu52]']]
const sheet = HyperFormula.buildFromArray([cases.map(([format]) => `=TEXT(1234.5,"${format}")`)], { licenseKey: 'gpl-v3' })
cases.forEach(([format, stated], col) => {
  const text = sheet.getCellValue({ sheet: 0, row: 0, col })
  console.log(`${format.padEnd(22)} ${text}`)
  if (text === stated) return
  console.error(`changed: was ${stated}`)
  process.exitCode = 1
})
JS
node run.mjs
